/** Messages that go on with the question before: “and for the battery?”, “und nach Spanien?”, “那西班牙呢”. */
import type { MessageRow } from '../../conversations/store.ts'
import { type DetailHit, turnDetail } from '../turn.ts'

/** Whoever writes more asks a whole question. */
const MOST_CHARS = 60
const BEGINS = new RegExp(
  `^[¿¡\\s]*(?:${[
    'and|also|what about|how about',
    'und|auch|was ist mit|wie (?:ist|sieht) es (?:aus )?mit',
    "et|qu[’']en est-il",
    'y|e|ed|también|também|anche|ook|en (?:voor|naar|met|in|de|het|hoe|wat)|hoe zit het met',
    '(?:a|i) (?:do|na|dla|co|w|z|ile|jak)|и|а|ve|peki|و|وماذا عن',
    '那|那么|그럼|それでは|では|じゃあ',
  ].join('|')})(?![\\p{sc=Latin}\\p{sc=Cyrillic}])`,
  'iu',
)
const ENDS = /(?:呢|は|는요|은요)[?？\s]*$/u

export function isFollowUp(text: string): boolean {
  const said = text.trim()
  return said.length <= MOST_CHARS && (BEGINS.test(said) || ENDS.test(said))
}

/** The pair that was answered with last; undefined when the agent's last words were none. */
export function answeredLast(history: readonly MessageRow[]): DetailHit | undefined {
  const detail = turnDetail(history.at(-1))
  return detail?.outcome === 'answered' ? detail.hits?.[0] : undefined
}
