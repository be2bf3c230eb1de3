/** Whether what was found is surely what was asked for: the best is sure, and no other is as likely meant. */
import { NEARLY_EQUAL } from '@tandem/search/confidence'
import { leavesOpen } from '@tandem/search/leaves-open'
import type { Hit } from '../../knowledge/search/search-result.ts'

/**
 * Two sure matches closer than this are a tie, unless the first is nearly the question itself; and so are two of which the
 * question leaves open which is meant. On the public questions of `bench/knowledge/retrieval.ts` the first of a tie was right in
 * about 6 of 10 cases, and the right one among the first three in more than 8.
 */
const TIE = 0.03
const OPEN_TIE = 0.15

export function isSure(asked: string, [best, ...others]: readonly Hit[]): boolean {
  if (best?.band !== 'answer') return false
  // A passage cannot be what a stored question was taken for.
  const next = others.find(({ isPassage }) => !isPassage)
  return !isTie(asked, best, next)
}

/** Which of the two is meant cannot be told; the user can. */
function isTie(asked: string, best: Hit, next: Hit | undefined): boolean {
  if (!next || next.band === 'none' || best.confidence >= NEARLY_EQUAL || next.answer === best.answer)
    return false
  const ahead = best.confidence - next.confidence
  if (next.band === 'answer' && ahead < TIE) return true
  return (next.band === 'answer' || ahead < OPEN_TIE) && leavesOpen(asked, best.question, next.question)
}
