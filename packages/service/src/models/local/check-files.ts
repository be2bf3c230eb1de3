/** Whether a file of the local model is the one it must be, by its sha256. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface InstalledFile {
  /** The npm package that holds it, with its version. */
  readonly package: string
  /** Path in that package. */
  readonly from: string
  /** Path under the folder of the model. */
  readonly to: string
  readonly sha256: string
}

type FileState = 'good' | 'missing' | { readonly sha256: string }

/** `good`, `missing`, or the hash of what is there in its place. */
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

/** Null when every file is whole, else what is wrong with the first that is not, and what to do. */
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
