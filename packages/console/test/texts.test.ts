/** The catalogue of texts is whole: each text in both languages with the same names in braces, and no words in the screens beside it. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { adminEndpoints } from '@tandem/contract/endpoints-admin'

const SRC = join(import.meta.dirname, '../src')
type Entry = string | { one?: string; other: string }

const namesIn = (entry: Entry) => {
  const text = typeof entry === 'string' ? entry : entry.other
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
}

test('every text is there in English and Chinese, with the same names to fill in', async () => {
  let count = 0
  for (const file of globSync('texts/*.ts', { cwd: SRC })) {
    const exported: Record<string, unknown> = await import(join(SRC, file)).catch(() => ({}))
    for (const [name, texts] of Object.entries(exported)) {
      if (!name.endsWith('Texts')) continue
      for (const [key, entry] of Object.entries(texts as Record<string, [Entry, Entry]>)) {
        const [english, chinese] = entry
        assert.deepEqual(namesIn(chinese), namesIn(english), `${name}.${key}`)
        for (const each of [english, chinese])
          assert.notEqual((typeof each === 'string' ? each : each.other).trim(), '', `${name}.${key}`)
        count++
      }
    }
  }
  assert.ok(count > 300, `${count} texts were looked at`)
})

/** They are asked with POST, and change nothing: nobody writes them down. */
const QUESTIONS = [
  'searchKnowledge',
  'planReplacement',
  'dryRun',
  'previewDocument',
  'findCaught',
  'asAgentMatchKnowledge',
  'asAgentCheckWebhooks',
  'asAgentHumanTyping',
]

test('every act that is written down in the audit has its words', async () => {
  const { isAuditAction } = await import(join(SRC, 'texts/audit.ts'))
  const acts = adminEndpoints.filter(({ method, path }) => method !== 'get' && path.startsWith('/admin/'))
  const wordless = acts.map(({ id }) => id).filter((id) => !isAuditAction(id))
  assert.deepEqual(wordless.sort(), QUESTIONS.sort())
})

/** Names, addresses and words of the wire, the same in every language. */
const SAME_EVERYWHERE = /^(?:Tandem|English|中文|curl|SDK|GET|POST|PUT|PATCH|DELETE|CSV|JSON|https?:.*)$/

test('no words stand in a screen beside the catalogue', () => {
  const found: string[] = []
  for (const file of globSync('**/*.tsx', { cwd: SRC })) {
    const source = readFileSync(join(SRC, file), 'utf8')
    const texts = [...source.matchAll(/>\s*([^<>{}()=;]*\p{L}{2,}[^<>{}()=;]*?)\s*<\//gu)].map(
      ([, text]) => text,
    )
    const attributes = [
      ...source.matchAll(/\b(?:label|title|placeholder|alt|aria-label|about|hint)="([^"]*\p{L}{2,}[^"]*)"/gu),
    ].map(([, text]) => text)
    for (const text of [...texts, ...attributes])
      if (text && !SAME_EVERYWHERE.test(text.trim())) found.push(`${file}: ${text.trim().slice(0, 60)}`)
  }
  assert.deepEqual(found, [])
})
