/** The service, in which so many things happen each second that screens are told of. */
import { startService } from '@tandem/service/main'
import { readConfig } from '@tandem/service/platform/config'
import { createLog } from '@tandem/service/platform/log'

const EVERY_MS = 5
const each = (Number(process.env.BENCH_PER_SECOND) * EVERY_MS) / 1000

const config = readConfig('serve', process.env)
const { database, stop } = await startService(config, createLog('silent'))
let done = 0
const startedAt = performance.now()
const timer = setInterval(() => {
  // It tells as many as are due, also when the timer is late.
  const due = ((performance.now() - startedAt) / EVERY_MS) * each
  for (; done < due; done++)
    database.announcements.notifyHere('happened', {
      kind: 'message',
      agent_id: 'bench',
      message_id: `m-${done}`,
    })
}, EVERY_MS)
process.once('SIGTERM', async () => {
  clearInterval(timer)
  await stop()
  process.exit(0)
})
