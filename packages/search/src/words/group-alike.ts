/**
 * Groups texts that say much the same. In order, each text joins the group whose first text shares most of its telling words,
 * or begins a new group. A word counts the more the fewer texts contain it.
 */
import { isStopWord, termsOf } from './analyse.ts'

/** The least share of their words, by weight, that two texts of a group have in common. */
const LEAST_SHARED = 0.5
/** Further words of a text add nothing. */
const MOST_TERMS = 100
/** A word in the first texts of this many groups does not distinguish them, so further ones are not recorded. */
const MOST_LEADERS = 200

interface Leader {
  readonly at: number
  readonly terms: ReadonlySet<string>
  readonly weight: number
}

/** By text: the index of the first text of its group. `pause` is called after each text, so that other work can run. */
export async function groupAlike(texts: readonly string[], pause: () => Promise<void>): Promise<number[]> {
  const sets: ReadonlySet<string>[] = []
  const holders = new Map<string, number>()
  for (const text of texts) {
    const terms = tellingTerms(text)
    sets.push(terms)
    for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1)
    await pause()
  }
  const weightOf = (term: string) => Math.log(1 + texts.length / (holders.get(term) ?? 1))
  const weigh = (terms: Iterable<string>) => Array.from(terms, weightOf).reduce((sum, each) => sum + each, 0)
  const leadersBy = new Map<string, Leader[]>()
  const groups: number[] = []
  for (const [at, terms] of sets.entries()) {
    const weight = weigh(terms)
    const near = new Set([...terms].flatMap((term) => leadersBy.get(term) ?? []))
    let best: { readonly at: number; readonly share: number } | undefined
    for (const leader of near) {
      const shared = weigh([...terms].filter((term) => leader.terms.has(term)))
      const share = (2 * shared) / (weight + leader.weight)
      if (share >= LEAST_SHARED && share > (best?.share ?? 0)) best = { at: leader.at, share }
    }
    groups.push(best?.at ?? at)
    if (!best) lead({ at, terms, weight })
    await pause()
  }
  return groups

  function lead(leader: Leader): void {
    for (const term of leader.terms) {
      const known = leadersBy.get(term)
      if (!known) leadersBy.set(term, [leader])
      else if (known.length < MOST_LEADERS) known.push(leader)
    }
  }
}

/** The terms without stop words, or all terms when there are only stop words. */
function tellingTerms(text: string): ReadonlySet<string> {
  const terms = termsOf(text).slice(0, MOST_TERMS)
  const telling = terms.filter((term) => !isStopWord(term))
  return new Set(telling.length > 0 ? telling : terms)
}
