/**
 * The yardstick of durable adds: the same server, route, credentials (its key looked up in a real database), body reading,
 * validation and answer, with one thing left out: the transaction that writes the document, and the background work that
 * such a write causes. It resolves at once.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLimits } from '@tandem/contract/limits'
import { apiKeyGuard } from '@tandem/service/agents/authenticate'
import { createAgent } from '@tandem/service/agents/manage-agents'
import type { FileReader } from '@tandem/service/knowledge/file-reader'
import { knowledgeHandlers } from '@tandem/service/knowledge/routes'
import { systemClock } from '@tandem/service/platform/clock'
import { readConfig } from '@tandem/service/platform/config'
import type { Database } from '@tandem/service/platform/database/handle'
import { migrate } from '@tandem/service/platform/database/migrate'
import { openDatabase } from '@tandem/service/platform/database/open'
import { createServer } from '@tandem/service/platform/http/server'
import { createLog } from '@tandem/service/platform/log'

const config = readConfig('serve', process.env)
const log = createLog(config.logLevel)
const database = await openDatabase(config, log)
await migrate(database, systemClock.now())
const { apiKey } = await createAgent(database, systemClock, 'Bench')
writeFileSync(join(config.dataFolder, 'bench-key'), apiKey)

const forgetful: Database = { ...database, transaction: async <T>() => undefined as T }
const unused = async () => ({ reason: 'Files are not read here.' })

const reader: FileReader = {
  pairs: unused,
  isPairList: unused,
  convert: unused,
  passages: unused,
  close: async () => {},
}
const { addQa } = knowledgeHandlers(
  {
    database: forgetful,
    clock: systemClock,
    contentAdded() {},
    contentChanged() {},
    metrics: { imported() {}, converted() {}, asked() {} },
    requireRoom: async () => {},
  },
  defaultLimits,
  {
    fetchFile: unused,
    reader,
    conversion: {
      reader,
      model: undefined,
      lanes: { add: async () => ({ id: '', sequence: 0 }) },
      publishing: async () => 'at_once',
    },
  },
)
const nobody = async () => undefined
const server = createServer({
  routes: [
    {
      method: 'POST',
      path: '/v1/bot/doc/qa/add',
      auth: 'apiKey',
      body: 'json',
      bodyLimitBytes: config.bodyLimitBytes,
      handle: addQa,
    },
    { method: 'GET', path: '/', auth: 'none', body: 'none', handle: async () => ({ text: 'ready' }) },
  ],
  guards: { apiKey: apiKeyGuard(database, systemClock, log), admin: nobody, metrics: nobody },
  limits: config,
  log,
  clock: systemClock,
})
await server.listen(config.host, config.port)
process.once('SIGTERM', async () => {
  await server.drain(1000)
  await database.close()
})
