/** `tandem dev`: the first minute. Embedded, loopback, a demo agent with sample knowledge, and a card that says what to try. */
import { startService } from '@tandem/service/main'
import { readConfig } from '@tandem/service/platform/config'
import { createLog } from '@tandem/service/platform/log'
import { card } from '../card.ts'
import type { Command } from '../command.ts'
import { ensureDemo } from '../demo.ts'
import { readableLog } from '../readable-log.ts'
import { stopInTime, stopSignal, untilStopped } from '../run-service.ts'

export const dev: Command = {
  name: 'dev',
  usage: '',
  says: 'Runs the service for trying it out: loopback only, with a demo agent.',
  minArgs: 0,
  maxArgs: 0,
  async run({ environment, output }) {
    const config = readConfig('dev', environment)
    const destination = output.json ? undefined : readableLog((line) => void process.stdout.write(line))
    const log = createLog(config.logLevel, destination)
    const told = stopSignal()
    const service = await startService(config, log)
    const demo = await ensureDemo(service, config.dataFolder).catch(async (error) => {
      // Nobody would be left to hear that it is told to stop.
      await stopInTime(service)
      throw error
    })
    const shown = {
      url: service.url,
      engine: service.database.engine,
      api_key: demo.apiKey,
      agent_id: demo.agentId,
    }
    output.result(shown, card({ ...shown, dataFolder: config.dataFolder, adminToken: service.adminToken }))
    return untilStopped(service, log, told)
  },
}
