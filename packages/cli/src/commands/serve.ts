/** `tandem serve`: production. Nothing is made up for show, private addresses are out of reach of webhooks. */
import { readConfig } from '@tandem/service/platform/config'
import { createLog } from '@tandem/service/platform/log'
import type { Command } from '../command.ts'
import { stopSignal, untilStopped } from '../run-service.ts'

export const serve: Command = {
  name: 'serve',
  usage: '',
  says: 'Runs the service for production. Logs are JSON lines.',
  async run({ environment, output }) {
    const config = readConfig('serve', environment)
    const log = createLog(config.logLevel)
    const told = stopSignal()
    // Loaded only here: every other command would wait for the whole service.
    const { startService } = await import('@tandem/service/main')
    const service = await startService(config, log)
    if (output.json) output.result({ url: service.url, engine: service.database.engine }, [])
    return untilStopped(service, log, told)
  },
}
