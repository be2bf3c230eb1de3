/** Checks the files of the local model by their sha256. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface InstalledFile {
  /** The npm package that contains the file, with its version. */
  readonly package: string
  /** The path in that package. */
  readonly from: string
  /** The path below the folder of the model. */
  readonly to: string
  readonly sha256: string
}

type FileState = 'good' | 'missing' | { readonly sha256: string }

/** Returns `good`, `missing`, or the hash of a wrong file. */
export async function fileState(folder: string, file: InstalledFile): Promise<FileState> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(join(folder, file.to)), hash)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing'
    throw error
  }
  const sha256 = hash.digest('hex')
  return sha256 === file.sha256 ? 'good' : { sha256 }
}

/** Returns null if every file is good, otherwise what is wrong with the first bad one, and what to do. */
export async function findDamage(folder: string, files: readonly InstalledFile[]): Promise<string | null> {
  for (const file of files) {
    const state = await fileState(folder, file)
    if (state === 'missing') return `${join(folder, file.to)} is missing; run tandem model install`
    if (state !== 'good')
      return `${mismatch(join(folder, file.to), file, state.sha256)}; run tandem model install`
  }
  return null
}

export function mismatch(path: string, file: InstalledFile, found: string): string {
  return `${path}: found sha256 ${found}, needed ${file.sha256}`
}
