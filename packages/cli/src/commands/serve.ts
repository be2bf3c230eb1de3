/** `tandem serve`: for production. No demo data, and webhooks cannot reach private addresses. */
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
    const stopped = stopSignal()
    // Loaded only here, because every other command would have to load the whole service.
    const { startService } = await import('@tandem/service/main')
    const service = await startService(config, log)
    if (output.json) output.result({ url: service.url, engine: service.database.engine }, [])
    return untilStopped(service, log, stopped)
  },
}
