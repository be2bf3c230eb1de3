/**
 * Finds the past questions that a pair would answer or offer. Each question is ranked against the pair and judged as in a search.
 * The weights of words come from the questions themselves, because they show what people ask.
 */
import { type CaughtQuestions, mostUnanswered } from '@tandem/contract/admin-unanswered'
import { BaseIndex } from '@tandem/search/base-index'
import { judgePairs } from '@tandem/search/confidence'
import { rank } from '@tandem/search/rank'
import type { PairText } from '../knowledge/pair-store.ts'
import type { Reader } from '../platform/database/handle.ts'
import { startSlices } from '../platform/time-slices.ts'
import { questionView } from './collect-unanswered.ts'
import { listUnanswered, type UnansweredRow } from './quality-store.ts'

const ASKED = 'asked'
const PAIR = 'pair'

export async function findCaught(db: Reader, agentId: string, pair: PairText): Promise<CaughtQuestions> {
  const open = await listUnanswered(db, { agentId, state: 'open', sort: 'asked' }, mostUnanswered)
  const index = await indexOf(open, pair)
  const slices = startSlices()
  const items: CaughtQuestions['items'] = []
  for (const row of open) {
    const judged = judge(index, row.question, pair)
    if (judged && judged.band !== 'none')
      items.push({ question: questionView(row), band: judged.band, confidence: judged.confidence })
    if (slices.over()) await slices.pause()
  }
  items.sort((a, b) => b.confidence - a.confidence)
  const answered = items.filter(({ band }) => band === 'answer').length
  return {
    items,
    answered,
    offered: items.length - answered,
    asked: items.reduce((sum, { question }) => sum + question.asked, 0),
    looked_at: open.length,
  }
}

async function indexOf(open: readonly UnansweredRow[], { question, answer }: PairText): Promise<BaseIndex> {
  const index = new BaseIndex()
  const slices = startSlices()
  const asked = index.openPart(ASKED, ASKED)
  for (const [at, row] of open.entries()) {
    index.addPair(at, row.question, '', [])
    if (slices.over()) await slices.pause()
  }
  asked.live = true
  const part = index.openPart(PAIR, PAIR)
  index.addPair(0, question, answer, [])
  part.live = true
  return index
}

function judge(index: BaseIndex, text: string, pair: PairText) {
  const { found } = rank(index, text, { limit: 1, isWanted: ({ docId }) => docId === PAIR })
  return judgePairs(
    text,
    found.map((each) => ({ ...pair, found: each })),
  )[0]
}
