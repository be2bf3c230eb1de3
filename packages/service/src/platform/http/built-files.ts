/**
 * Serves built front ends. Files have hashed names, so browsers cache them for ever; the build has compressed them. Pages are not
 * cached, so that they never refer to files of an earlier build.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../fault.ts'
import { type Call, pathParam, type RouteResponse } from './route.ts'

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}
/** The file names of the build: name, hash and extension, without any path. */
const ASSET = /^[\w-]{1,100}\.(js|css|svg)$/
const encodings = [
  ['br', 'br'],
  ['gzip', 'gz'],
] as const

/** Returns the handler of the files with hashed names. A file never changes, so it is read once, and all responses share its bytes. */
export function builtAssets(folder: string) {
  const known = new Map<string, Buffer>()
  async function read(path: string): Promise<Buffer | undefined> {
    const bytes = known.get(path) ?? (await readBuilt(path))
    if (bytes) known.set(path, bytes)
    return bytes
  }

  return async (call: Call, name = pathParam(call, 'name')): Promise<RouteResponse> => {
    const [, ending = ''] = ASSET.exec(name) ?? []
    const contentType = types[ending]
    if (!contentType) throw new Fault('notFound', 'There is no such file.')
    const accepted = String(call.headers['accept-encoding'] ?? '')
    const [encoding, suffix] = encodings.find(([each]) => accepted.includes(each)) ?? []
    const path = join(folder, 'assets', name)
    const packed = suffix ? await read(`${path}.${suffix}`) : undefined
    const bytes = packed ?? (await read(path))
    if (!bytes) throw new Fault('notFound', 'There is no such file.')
    const headers = {
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(packed && encoding ? { 'content-encoding': encoding } : {}),
    }
    return { bytes, contentType, headers }
  }
}

/** Returns undefined if the file does not exist, as before the first build. */
export async function readBuilt(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Returns a page, or with status 503 one that explains that the front end was not built. */
export async function builtPage(path: string, name: string, workspace: string): Promise<RouteResponse> {
  const contentType = 'text/html; charset=utf-8'
  const page = await readBuilt(path)
  if (page) return { text: page.toString('utf8'), contentType }
  const text = `<!doctype html><meta charset="utf-8"><title>Tandem</title><h1>The ${name} is not built</h1>
<p>The API works without it. To build it, run <code>npm install</code> in the folder of Tandem, or <code>npm run build -w ${workspace}</code>, and load this page again.</p>`
  return { status: 503, text, contentType }
}

/** Text of users cannot become markup or script: the browser accepts both only from files of the service. */
export function pagePolicy(...more: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    ...more,
  ].join('; ')
}

const BUILT = join(import.meta.dirname, '../../../../console/dist')
const policy = pagePolicy("frame-src 'self'", "form-action 'self'", "frame-ancestors 'none'")

/** The console and the desk. Every address below them that is no file gets the page, which shows the right screen. */
export function builtPageHandlers(folder = BUILT) {
  const pageOf = async (name: string): Promise<RouteResponse> => ({
    status: 200,
    ...(await builtPage(join(folder, name), 'console', 'packages/console')),
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
    },
  })
  return {
    page: () => pageOf('index.html'),
    async desk({ params }: Call): Promise<RouteResponse> {
      // A mistyped address of the API gets an error instead of the page.
      if (params['*']?.startsWith('v1/')) return { unknown: true }
      return pageOf('desk.html')
    },
    asset: builtAssets(folder),
  }
}
