/** What was the case at one moment of a score: who had the floor and for how long still, and what was going on. */
import type { Score } from '@tandem/sdk/source'
import type { Floor, Mark, ScoreLayout } from './layout.ts'

type Handoff = Score['handoffs'][number]

export interface Moment {
  readonly at: number
  readonly floor: Floor | undefined
  /** While a person has the floor. */
  readonly person?: {
    readonly hasReplied: boolean
    /** Until the user need wait no longer, or the handoff ends for want of words. */
    readonly leftMs: number
  }
  /** What begins, ends or goes on at this moment, in the order of the staves. */
  readonly marks: readonly Mark[]
}

export function momentAt(score: Score, { floors, staves }: ScoreLayout, at: number): Moment {
  const covers = ({ from, until }: { from: number; until: number }) => from <= at && at <= until
  // Where one ends and the next begins, the next has the floor; until a time limit that is still to come, the last one keeps it.
  const floor = floors.findLast(({ from }) => from <= at)
  const marks = staves.flatMap((stave) => stave.marks.filter(covers))
  const handoff = score.handoffs.findLast(
    ({ requested_at, ended_at }) => requested_at <= at && (ended_at === null || at < ended_at),
  )
  if (!handoff) return { at, floor, marks }
  const hasReplied = handoff.first_reply_at !== null && handoff.first_reply_at <= at
  return {
    at,
    floor,
    marks,
    person: { hasReplied, leftMs: Math.max(0, deadlineAt(score, handoff, at) - at) },
  }
}

/** The time limit as it stood then: the waiting time from the request on, or the idle time from the last words on. */
function deadlineAt({ messages }: Score, handoff: Handoff, at: number): number {
  const { requested_at, first_reply_at, waiting_ms, idle_ms } = handoff
  if (first_reply_at === null || first_reply_at > at) return requested_at + waiting_ms
  const last = messages.findLast(
    (message) =>
      (message.role === 'user' || message.role === 'human') && message.at <= at && message.at >= requested_at,
  )
  return Math.max(first_reply_at, last?.at ?? 0) + idle_ms
}
