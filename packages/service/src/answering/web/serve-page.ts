/** Serves the chat page: built files, its words, and headers that let it load nothing from anywhere else. */
import { join } from 'node:path'
import { pageWordNames } from '@tandem/languages/language'
import { languages } from '@tandem/languages/languages'
import type { Settings } from '../../agents/settings.ts'
import { findAgent } from '../../agents/store.ts'
import type { Database } from '../../platform/database/handle.ts'
import { builtAsset, readBuilt } from '../../platform/http/built-files.ts'
import { type Answer, type Call, pathParam } from '../../platform/http/route.ts'

const BUILT = join(import.meta.dirname, '../../../../widget/dist')

const words = JSON.stringify(
  Object.fromEntries(languages.map(({ code, page }) => [code, namedWords(page.split('|'))])),
)

function namedWords(own: readonly string[]) {
  return Object.fromEntries(pageWordNames.map((name, at) => [name, own[at]]))
}

const unbuilt = `<!doctype html><meta charset="utf-8"><title>Tandem</title><h1>The chat page is not built</h1>
<p>The API works without it. To build it, run <code>npm install</code> in the folder of Tandem, or <code>npm run build -w packages/widget</code>, and load this page again.</p>`

export function pageHandlers(
  { database, settings }: { database: Database; settings: Settings },
  folder = BUILT,
) {
  return {
    async page(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      const { web } = await settings.of(agentId)
      const isHere = web.enabled && (await findAgent(database, agentId))?.deleted_at === null
      // A person followed a link: words for people, not the fault a program would get.
      const page = await readBuilt(join(folder, isHere ? 'chat.html' : 'missing.html'))
      return {
        status: page ? (isHere ? 200 : 404) : 503,
        text: page?.toString('utf8') ?? unbuilt,
        contentType: 'text/html; charset=utf-8',
        headers: { ...quiet, 'content-security-policy': policy(isHere ? web.allowed_origins : []) },
      }
    },
    asset: (call: Call) => builtAsset(folder, call),
    words: async (): Promise<Answer> => ({
      text: words,
      contentType: 'application/json; charset=utf-8',
      headers: quiet,
    }),
  }
}

const quiet = { 'cache-control': 'no-cache' }

/** The page talks to this service alone, and only pages that may use the chat may show it in a frame. */
function policy(allowedOrigins: readonly string[]): string {
  const frames = ["'self'", ...allowedOrigins.flatMap((given) => URL.parse(given)?.origin ?? [])]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frames.join(' ')}`,
  ].join('; ')
}
