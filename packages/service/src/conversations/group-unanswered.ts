/** Puts unanswered questions together by likeness: what is asked in many words is one thing to answer. */
import type { UnansweredGroups } from '@tandem/contract/admin-unanswered'
import { groupAlike } from '@tandem/search/group-alike'
import { startSlices } from '../platform/slices.ts'
import { questionView } from './collect-unanswered.ts'
import type { UnansweredFilter, UnansweredRow } from './quality-store.ts'

type Group = UnansweredGroups['items'][number]

const SHOWN = 50

/** In the order asked for. */
export async function groupUnanswered(
  rows: readonly UnansweredRow[],
  sort: UnansweredFilter['sort'],
): Promise<Group[]> {
  // Whatever the order of the groups: the question that was asked most names its group.
  const byAsked = rows.toSorted((a, b) => b.asked - a.asked || (a.id < b.id ? 1 : -1))
  const slices = startSlices()
  const leaders = await groupAlike(
    byAsked.map(({ question }) => question),
    async () => {
      if (slices.over()) await slices.pause()
    },
  )
  const groups = Map.groupBy(byAsked, (_, at) => leaders[at] as number)
  const shown = Array.from(groups.values(), groupView)
  return shown.sort((a, b) =>
    sort === 'asked'
      ? b.asked - a.asked || b.last_asked_at - a.last_asked_at
      : b.last_asked_at - a.last_asked_at || b.asked - a.asked,
  )
}

function groupView(rows: readonly UnansweredRow[]): Group {
  return {
    question: rows[0]?.question ?? '',
    asked: rows.reduce((sum, { asked }) => sum + asked, 0),
    question_count: rows.length,
    last_asked_at: rows.reduce((last, row) => Math.max(last, row.last_asked_at), 0),
    questions: rows.slice(0, SHOWN).map(questionView),
  }
}
