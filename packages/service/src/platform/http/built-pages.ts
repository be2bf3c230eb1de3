/**
 * Hands out the built console and the desk. Every address below it that is no file gets the page, which finds the screen itself. Files have
 * hashed names and are kept by browsers for good; the page is asked for anew each time, so that it never names files of before.
 */
import { join } from 'node:path'
import { Fault } from '../fault.ts'
import { builtAsset, readBuilt } from './built-files.ts'
import type { Answer, Call } from './route.ts'

const BUILT = join(import.meta.dirname, '../../../../console/dist')

/** Text of users can become neither markup nor script: the page takes both from files of the service alone. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const missing = `<!doctype html><meta charset="utf-8"><title>Tandem</title><h1>The console is not built</h1>
<p>The API works without it. To build it, run <code>npm install</code> in the folder of Tandem, or <code>npm run build -w packages/console</code>, and load this page again.</p>`

export function builtPageHandlers(folder = BUILT) {
  const pageOf = async (name: string): Promise<Answer> => {
    const page = await readBuilt(join(folder, name))
    return {
      status: page ? 200 : 503,
      text: page?.toString('utf8') ?? missing,
      contentType: 'text/html; charset=utf-8',
      headers: {
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'x-frame-options': 'DENY',
      },
    }
  }
  return {
    page: () => pageOf('index.html'),
    async desk({ params }: Call): Promise<Answer> {
      // A mistyped address of the API gets an error and no page.
      if (params['*']?.startsWith('v1/')) throw new Fault('notFound', 'The desk has no such address.')
      return pageOf('desk.html')
    },
    asset: (call: Call) => builtAsset(folder, call),
  }
}
