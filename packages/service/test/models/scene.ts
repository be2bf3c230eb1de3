/** What tests of models share: a scripted endpoint, a way out to it, and models configured for both. */
import { after, beforeEach } from 'node:test'
import { createModels, type Models } from '../../src/models/models.ts'
import { createTokenizer } from '../../src/models/tokenizer.ts'
import { type Clock, systemClock } from '../../src/platform/clock.ts'
import { type Environment, readConfig } from '../../src/platform/config.ts'
import { parseAllowList } from '../../src/platform/egress/address-rules.ts'
import { createEgress, type Egress } from '../../src/platform/egress/client.ts'
import { createLog } from '../../src/platform/log.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'

export const API_KEY = 'secret_0123456789abcdef'

export interface Scene {
  server: ModelServer
  egress: Egress
  readonly logLines: string[]
  /** Models of a configuration that names the scripted endpoint. */
  models(env?: Environment, clock?: Clock): Models
}

/** A fresh endpoint for each test. */
export function modelScene(): Scene {
  const tokenizer = createTokenizer()
  const logLines: string[] = []
  const log = createLog('debug', { write: (line) => void logLines.push(line) })
  const scene: Scene = {
    server: undefined as unknown as ModelServer,
    egress: undefined as unknown as Egress,
    logLines,
    models(env, clock = systemClock) {
      const config = readConfig('serve', {
        TANDEM_MODEL_BASE_URL: scene.server.url,
        TANDEM_MODEL_API_KEY: API_KEY,
        TANDEM_MODEL: 'test-model',
        ...env,
      })
      return createModels({ config, egress: scene.egress, tokenizer, clock, log })
    },
  }
  const stop = async () => {
    await scene.egress?.close()
    await scene.server?.close()
  }
  beforeEach(async () => {
    await stop()
    logLines.length = 0
    scene.server = await startModelServer()
    scene.egress = createEgress({ allow: parseAllowList('127.0.0.1') })
  })
  after(async () => {
    await stop()
    await tokenizer.close()
  })
  return scene
}
