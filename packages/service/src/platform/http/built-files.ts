/**
 * Hands out files of a built front end. Their names are hashed, so browsers keep them for good; the build has compressed each
 * of them already.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../fault.ts'
import { type Answer, type Call, pathParam } from './route.ts'

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}
/** As the build writes them: a name, a hash, an ending; nothing that leads elsewhere. */
const ASSET = /^[\w-]{1,100}\.(js|css|svg)$/
const encodings = [
  ['br', 'br'],
  ['gzip', 'gz'],
] as const

/** The asset of the folder that the path names. */
export function builtAsset(folder: string, call: Call): Promise<Answer> {
  return namedAsset(folder, pathParam(call, 'name'), call)
}

export async function namedAsset(folder: string, name: string, call: Call): Promise<Answer> {
  const [, ending = ''] = ASSET.exec(name) ?? []
  const contentType = types[ending]
  if (!contentType) throw new Fault('notFound', 'There is no such file.')
  const accepted = String(call.headers['accept-encoding'] ?? '')
  const [encoding, suffix] = encodings.find(([each]) => accepted.includes(each)) ?? []
  const path = join(folder, 'assets', name)
  const packed = suffix ? await readBuilt(`${path}.${suffix}`) : undefined
  const bytes = packed ?? (await readBuilt(path))
  if (!bytes) throw new Fault('notFound', 'There is no such file.')
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    ...(packed && encoding ? { 'content-encoding': encoding } : {}),
  }
  return { bytes, contentType, headers }
}

/** Undefined where there is none, as before the first build. */
export async function readBuilt(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}
