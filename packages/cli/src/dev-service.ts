/** The service of `tandem dev`, in its own process under `supervise.ts`. Shows the card at the first start. */
import { type Service, startService } from '@tandem/service/main'
import { type Config, readConfig } from '@tandem/service/platform/config'
import { createLog } from '@tandem/service/platform/log'
import { card } from './card.ts'
import type { Invocation } from './command.ts'
import { ensureDemo } from './demo.ts'
import { readableLog } from './readable-log.ts'
import { stopInTime, stopSignal, untilStopped } from './run-service.ts'
import { devLink } from './sign-in-link.ts'

export async function runDevService({ environment, output }: Invocation, isFirst: boolean): Promise<number> {
  const config = readConfig('dev', environment)
  const destination = output.json ? undefined : readableLog((line) => void process.stdout.write(line))
  const log = createLog(config.logLevel, destination)
  const stopped = stopSignal()
  const service = await startService(config, log)
  const { demo, link } = await prepare(service, config, isFirst).catch(async (error) => {
    // Nothing would wait for the stop signal any more.
    await stopInTime(service)
    throw error
  })
  const shown = {
    url: service.url,
    sign_in_link: link,
    desk_url: `${config.publicUrl ?? service.consoleUrl}/desk`,
    engine: service.database.engine,
    api_key: demo.apiKey,
    agent_id: demo.agentId,
  }
  process.send?.({ url: service.url })
  if (isFirst)
    output.result(shown, card({ ...shown, dataFolder: config.dataFolder, adminToken: service.adminToken }))
  return untilStopped(service, log, Promise.race([stopped, supervisorGone()]))
}

async function prepare(service: Service, { publicUrl, dataFolder }: Config, isFirst: boolean) {
  const demo = await ensureDemo(service, dataFolder)
  const link = isFirst ? await devLink(service.database, publicUrl ?? service.consoleUrl) : undefined
  return { demo, link }
}

/** Resolves when the supervisor was killed: nothing else would stop this process. */
function supervisorGone(): Promise<string> {
  return new Promise((resolve) => {
    process.once('disconnect', () => resolve('disconnect'))
    // Listening alone must not keep the process alive once the service has stopped.
    process.channel?.unref()
  })
}
