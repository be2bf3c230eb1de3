/** Serves the chat page: static files, and headers that let it load nothing from anywhere else. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageWordNames } from '@tandem/languages/language'
import { languages } from '@tandem/languages/languages'
import type { Settings } from '../../../agents/settings.ts'
import { findAgent } from '../../../agents/store.ts'
import type { Database } from '../../../platform/database/handle.ts'
import { Fault } from '../../../platform/fault.ts'
import { type Answer, type Call, pathParam } from '../../../platform/http/route.ts'

const script = 'text/javascript; charset=utf-8'
const types = {
  'chat.css': 'text/css; charset=utf-8',
  'chat.js': script,
  'event-reader.js': script,
  'linked.js': script,
  'words.js': script,
  'words.json': 'application/json; charset=utf-8',
} as const

const pageWords = JSON.stringify(
  Object.fromEntries(languages.map(({ code, page }) => [code, namedWords(page.split('|'))])),
)

function namedWords(words: readonly string[]) {
  return Object.fromEntries(pageWordNames.map((name, at) => [name, words[at]]))
}

export function pageHandlers({ database, settings }: { database: Database; settings: Settings }) {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
  const kept = new Map([['words.json', pageWords]])
  const file = (name: string) => {
    const text = kept.get(name) ?? read(name)
    kept.set(name, text)
    return text
  }
  return {
    async page(call: Call): Promise<Answer> {
      const agentId = pathParam(call, 'agentId')
      const { web } = await settings.of(agentId)
      const isHere = web.enabled && (await findAgent(database, agentId))?.deleted_at === null
      // A person followed a link: words for people, not the fault a program would get.
      return {
        status: isHere ? 200 : 404,
        text: file(isHere ? 'chat.html' : 'missing.html'),
        contentType: 'text/html; charset=utf-8',
        headers: { ...quiet, 'content-security-policy': policy(isHere ? web.allowed_origins : []) },
      }
    },
    async asset(call: Call): Promise<Answer> {
      const name = pathParam(call, 'name')
      if (!Object.hasOwn(types, name)) throw new Fault('notFound', 'The chat page has no such file.')
      return { text: file(name), contentType: types[name as keyof typeof types], headers: quiet }
    },
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
