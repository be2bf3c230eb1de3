/** A service, a browser and somebody who is signed in, for the benches of screens. */
import type { Browser } from 'playwright-core'
import { type OpenConsole, openConsole } from '../../../packages/console/test/harness/open-console.ts'
import { openBrowser } from '../../../packages/service/test/harness/browser.ts'
import {
  type DeveloperServer,
  startDeveloperServer,
} from '../../../packages/service/test/harness/developer-server.ts'
import { engineNamed } from '../../../packages/service/test/harness/engines.ts'
import { startTestService, type TestService } from '../../../packages/service/test/harness/service.ts'
import { findChromium } from '../../../scripts/test/find-chromium.ts'

/** Conversations the messages go to in turn: each keeps its own order, so that one alone would be slow. */
const CONVERSATIONS = 200
const AT_ONCE = 32

export interface BenchStage extends AsyncDisposable {
  readonly service: TestService
  readonly browser: Browser
  readonly opened: OpenConsole
  readonly agent: { readonly id: string; readonly key: string }
  readonly server: DeveloperServer
}

export async function openStage(): Promise<BenchStage> {
  process.env.TANDEM_TEST_CHROMIUM ??= findChromium()
  const service = await startTestService(engineNamed('sqlite'), { env: { TANDEM_EGRESS_ALLOW: 'private' } })
  const server = await startDeveloperServer()
  const browser = await openBrowser()
  const agent = await service.newAgent('Demo shop')
  await service.admin('PUT', `/agents/${agent.id}/message-webhook`, { url: `${server.url}/hook` })
  const opened = await openConsole(service, browser)
  return {
    service,
    browser,
    opened,
    agent,
    server,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await service[Symbol.asyncDispose]()
      await server.close()
    },
  }
}

/** Sends message `n` to the webhook of the agent. */
export async function sayOne({ service, agent }: BenchStage, n: number): Promise<void> {
  const { status, text } = await service.admin('POST', `/agents/${agent.id}/messages`, {
    conversation_id: `order-${n % CONVERSATIONS}`,
    text: `Your order ${n} is on its way.`,
    anonymous_id: 'visitor',
  })
  if (status >= 300) throw new Error(`saying answered ${status} ${text}`)
}

/** Sends so many, several at a time. */
export async function sayMany(stage: BenchStage, count: number): Promise<void> {
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, i) => sayOne(stage, n + i)))
}
