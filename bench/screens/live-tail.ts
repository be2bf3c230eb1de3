/** The log of deliveries while 200 of them come in every second. */
import type { Bench } from '../measure.ts'
import { openStage, sayMany, sayOne } from './parts/stage.ts'
import { MOST_MS, taskFinding, tasksDuring } from './parts/tasks.ts'

const PER_SECOND = 200
const SECONDS = 15
const BEFORE = 500
const TICK_MS = 50
const MOST_AT_ONCE = 50

export const bench: Bench = {
  name: `live tail at ${PER_SECOND} deliveries a second, longest task`,
  target: `at most ${MOST_MS} ms`,
  async run() {
    await using stage = await openStage()
    const { browser, opened, agent } = stage
    const { page } = opened
    await sayMany(stage, BEFORE)
    await opened.go(`/a/${agent.id}/deliveries`)
    const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row')
    await rows.nth(5).waitFor()
    let sent = 0
    let tookMs = 0
    const tasks = await tasksDuring(browser, page, async () => {
      const startedAt = performance.now()
      const pending = new Set<Promise<void>>()
      while (sent < PER_SECOND * SECONDS) {
        const due = Math.floor(((performance.now() - startedAt) / 1000) * PER_SECOND)
        for (; sent < due; sent += 1) {
          const one = sayOne(stage, sent).finally(() => pending.delete(one))
          pending.add(one)
          // A machine that cannot keep up shows as fewer deliveries a second.
          if (pending.size >= MOST_AT_ONCE) await Promise.race(pending)
        }
        await new Promise((resolve) => setTimeout(resolve, TICK_MS))
      }
      await Promise.all(pending)
      tookMs = performance.now() - startedAt
    })
    return taskFinding(tasks, { 'deliveries a second': Math.round(sent / (tookMs / 1000)) })
  },
}
