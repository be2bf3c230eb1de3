/** A list of 10,000 rows: scrolled to its end, which reads it page by page, then up and down again. */
import type { Bench } from '../measure.ts'
import { openStage, sayMany } from './parts/stage.ts'
import { MOST_MS, taskFinding, tasksDuring } from './parts/tasks.ts'

const ROWS = 10_000
const STEP_PX = 1_200

export const bench: Bench = {
  name: `a list of ${ROWS.toLocaleString('en')} rows scrolls, longest task`,
  target: `at most ${MOST_MS} ms`,
  async run() {
    await using stage = await openStage()
    const { browser, opened, agent } = stage
    const { page } = opened
    await sayMany(stage, ROWS)
    await opened.go(`/a/${agent.id}/deliveries`)
    const table = page.getByRole('table', { name: 'Deliveries' })
    await table.getByRole('row').nth(5).waitFor()
    const box = await table.boundingBox()
    if (!box) throw new Error('The list is not shown.')
    await page.mouse.move(box.x + 200, box.y + 200)
    const rowCount = async () => Number(await table.getAttribute('aria-rowcount'))
    const lastDrawn = async () => Number(await table.getByRole('row').last().getAttribute('aria-rowindex'))
    let steps = 0
    const tasks = await tasksDuring(browser, page, async () => {
      while ((await rowCount()) < ROWS) {
        await page.mouse.wheel(0, STEP_PX)
        steps += 1
        if (steps > 20_000) throw new Error(`The list ended at row ${await lastDrawn()}.`)
      }
      for (const way of [-1, 1]) {
        for (let n = 0; n < (ROWS * 37) / STEP_PX; n += 1) await page.mouse.wheel(0, way * STEP_PX)
        steps += Math.ceil((ROWS * 37) / STEP_PX)
      }
    })
    return taskFinding(tasks, { rows: await rowCount(), 'steps of the wheel': steps })
  },
}
