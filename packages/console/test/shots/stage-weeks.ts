/** Weeks of figures for an agent, as if it had been asked every day: written as the service counts, with no talk behind them. */
import type { TestService } from '../../../service/test/harness/service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 60

export async function fillWeeks({ service }: TestService, agentId: string): Promise<void> {
  const now = Date.now()
  await service.database.transaction('stage', async (tx) => {
    for (let at = now - 15 * DAY_MS; at < now; at += HOUR_MS)
      await tx.q
        .insertInto('hour_stats')
        .values({
          agent_id: agentId,
          hour: Math.floor(at / HOUR_MS),
          counts: JSON.stringify(hourOf(at)),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    for (let n = 1; n <= DAYS; n++) {
      const at = now - n * DAY_MS
      const turns = 24 * wave(at, 30)
      await tx.q
        .insertInto('kept_usage')
        .values({
          agent_id: agentId,
          day: Math.floor(at / DAY_MS),
          turns,
          prompt_tokens: turns * 840,
          completion_tokens: turns * 96,
          credits: turns / 4,
        })
        .execute()
    }
  })
}

/** More by day than by night, less at the end of the week, more from week to week. */
function wave(at: number, most: number): number {
  const date = new Date(at)
  const byHour = 0.15 + 0.85 * Math.max(0, Math.sin(((date.getHours() - 6) / 15) * Math.PI))
  const byDay = date.getDay() % 6 === 0 ? 0.45 : 1
  const byWeek = 1 + Math.sin(at / (3 * DAY_MS)) * 0.15
  return Math.round(most * byHour * byDay * byWeek)
}

/** Durations are counted in buckets: these are of 45 s and of 75 ms. */
const FIRST_REPLY = 24
const LATENCY = 7

function hourOf(at: number) {
  const questions = wave(at, 48)
  const none = Math.round(questions * 0.09)
  const offered = Math.round(questions * 0.14)
  const handoffs = Math.round(questions * 0.05)
  return {
    questions,
    none,
    offered,
    answered: questions - none - offered,
    handoffs,
    deliveries: questions * 2,
    failures: Math.round(questions * 0.03),
    firstReply: handoffs > 0 ? { [FIRST_REPLY]: handoffs } : {},
    latency: { [LATENCY]: questions },
  }
}
