/**
 * How often a passage is offered to a question it answers, and how often one is offered where none answers it, on the
 * passages of xquad_zh. For the second figure the right passage is left out of the search. The threshold was chosen in sight
 * of all of these questions.
 */

import { judgePassage } from '@tandem/search/confidence'
import { rank } from '@tandem/search/rank'
import type { Bench } from '../measure.ts'
import { readSet } from '../retrieval-sets.ts'

const OFFERED_LEAST = 0.88
const WRONGLY_MOST = 0.3

export const bench: Bench = {
  name: 'xquad_zh, questions that are offered a passage, one of which answers them',
  target: `at least ${OFFERED_LEAST}`,
  async run() {
    const { index, questions } = readSet('xquad_zh')
    const share = (isSearched: (docId: string, right: ReadonlySet<string>) => boolean) => {
      const offered = questions.filter(({ text, right }) => {
        const [best] = rank(index, text, {
          limit: 3,
          isWanted: ({ docId }) => isSearched(docId, right),
        }).found
        return best !== undefined && judgePassage(text, best).band !== 'none'
      })
      return Number((offered.length / questions.length).toFixed(3))
    }
    const offered = share(() => true)
    const wrongly = share((docId, right) => !right.has(docId))
    const also = [
      {
        name: 'the same where none of the passages answers them',
        target: `at most ${WRONGLY_MOST}`,
        value: wrongly,
        unit: 'of them',
        met: wrongly <= WRONGLY_MOST,
      },
    ]
    return { value: offered, unit: 'of them', met: offered >= OFFERED_LEAST, details: {}, also }
  },
}
