/**
 * Texts that are made to be slow to look at: long repeats of a character or a word, words of every list the service knows, joined
 * so that they nearly match, mixed scripts, combining marks and runs of punctuation. The same seed makes the same texts.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'

const PACKAGES = join(import.meta.dirname, '../../..')
/** Word lists stand in these files; their code is words too, and does no harm. */
const LISTS = ['languages/src/**/*.ts']

function wordsOf(file: string): string[] {
  return [...new Set(readFileSync(join(PACKAGES, file), 'utf8').match(/[\p{L}\p{M}'’-]{1,40}/gu) ?? [])]
}

/** Of a list each, so that a long one does not drown the others. */
const lists = globSync(LISTS, { cwd: PACKAGES })
  .sort()
  .map(wordsOf)
  .filter((words) => words.length > 0)
const word = fc.constantFrom(...lists).chain((words) => fc.constantFrom(...words))
const sign = fc.constantFrom(
  ...[...' \t\n.,;:!?$[](){}<>"\'`@#%&*_-+=/\\|~^0129aAzZéßıžяЖ嗯好了はいあカ한नكב'],
  ...['\u0301', '\u200d', '\u00a0', '\u3000', '\ufdfa', '👍🏽', '<!---->', '$[1]$', 'http://', 'a@', 'www.'],
)
const piece = fc.oneof({ weight: 3, arbitrary: word }, { weight: 2, arbitrary: sign })

const repeated = fc
  .record({
    before: fc.oneof(fc.constant(''), piece),
    pump: fc.array(piece, { minLength: 1, maxLength: 3 }),
    between: fc.constantFrom('', ' ', ', ', '.'),
    after: fc.oneof(fc.constant(''), piece),
    chars: fc.constantFrom(28, 60, 200, 1_200, 4_000),
  })
  .map(({ before, pump, between, after, chars }) => {
    const one = pump.map((each) => each + between).join('')
    return before + one.repeat(Math.ceil(chars / one.length)).slice(0, chars) + after
  })

/** Each froze the service once. */
export const FROZE = [
  `${'嗯'.repeat(27)}x`,
  `${'пожалуйста '.repeat(25)}оператора нет`,
  `${'пожалуйста '.repeat(60)}оператора нет`,
  `a@${'.'.repeat(3_000)}@`,
  `${' '.repeat(3_900)}x$[`,
  'я'.repeat(4_000),
]

export function awkwardTexts(count: number, seed: number): string[] {
  return [...FROZE, ...fc.sample(repeated, { numRuns: count, seed })]
}

export const seed = Number(process.env.TANDEM_TEST_SEED ?? 20_261_115)

export const shown = (text: string) =>
  text.length <= 200
    ? JSON.stringify(text)
    : `${JSON.stringify(text.slice(0, 200))}… of ${text.length} characters`
