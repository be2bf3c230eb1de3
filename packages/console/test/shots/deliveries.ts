/** The delivery log: endpoints well and in trouble, one delivery, the signature, sending again. */
import { createServer } from 'node:net'
import type { DeveloperServer } from '../../../service/test/harness/developer-server.ts'
import { GONE, SUCCESS } from '../../../service/test/harness/developer-server.ts'
import { eventually, type TestService } from '../../../service/test/harness/service.ts'
import type { Shot } from './shot.ts'

/** Messages that arrived, that were given up, that wait; and a desk that does not answer. */
export async function crowdDeliveries(
  service: TestService,
  agent: { id: string; key: string },
  server: DeveloperServer,
): Promise<void> {
  const admin = (method: string, path: string, body?: unknown) =>
    service.admin(method, `/agents/${agent.id}${path}`, body)
  const say = (text: string, conversation: number) =>
    admin('POST', '/messages', { conversation_id: `order-47${conversation}`, text, anonymous_id: 'visitor' })
  const settled = (count: number) =>
    eventually(
      'deliveries are settled',
      async () =>
        (await service.admin('GET', `/deliveries?agent_id=${agent.id}&state=pending`)).json.items.length,
      (n) => n <= count,
    )
  await admin('PUT', '/message-webhook', { url: `${server.url}/tandem/hook` })
  server.answer(({ body }) =>
    body.includes('page')
      ? { status: 200, text: '<html>Sign in</html>' }
      : body.includes('gone')
        ? GONE
        : SUCCESS,
  )
  for (let n = 0; n < 24; n++) await say(`Your order ${n} is on its way.`, n % 5)
  await say('Here is the page you asked for.', 1)
  await settled(0)
  await say('The blue one is gone.', 2)
  await settled(0)
  // Saved again, it is open again.
  await admin('PUT', '/message-webhook', { url: `${server.url}/tandem/hook` })
  await admin('POST', '/human-services', {
    name: 'Support desk',
    webhook_url: `http://127.0.0.1:${await closedPort()}/hooks`,
  })
  const { json } = await service.api('POST', '/v1/conversation', { user_id: 'customer-4711' }, agent.key)
  await service.api('POST', '/v1/conversation/handoff', { conversation_id: json.conversation_id }, agent.key)
}

function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 1))
    })
  })
}

const rowsShown = { state: 'visible' as const }

export const deliveryShots: readonly Shot[] = [
  {
    name: 'deliveries-crowded',
    isEveryRun: true,
    path: ({ crowded }) => `/a/${crowded.id}/deliveries`,
    ready: (page) => page.getByRole('row').nth(5).waitFor(rowsShown),
  },
  {
    name: 'deliveries-one',
    isEveryRun: true,
    async path({ service, crowded }) {
      const { json } = await service.admin('GET', `/deliveries?agent_id=${crowded.id}&kind=handoff_establish`)
      return `/a/${crowded.id}/deliveries/${json.items[0].id}`
    },
    ready: (page) => page.getByText('Attempt 1').first().waitFor(),
  },
  {
    name: 'deliveries-given-up',
    async path({ service, crowded }) {
      const { json } = await service.admin('GET', `/deliveries?agent_id=${crowded.id}&state=dead`)
      return `/a/${crowded.id}/deliveries/${json.items[0].id}?state=dead`
    },
    async ready(page) {
      await page.getByRole('tab', { name: 'curl' }).click()
      await page.getByText('Secrets are masked').waitFor()
    },
  },
  {
    name: 'deliveries-history',
    path: ({ crowded }) => `/a/${crowded.id}/deliveries?history=message:${crowded.id}`,
    ready: (page) => page.getByText('Its settings were saved.').waitFor(),
  },
  {
    name: 'deliveries-replay',
    path: ({ crowded }) => `/a/${crowded.id}/deliveries?state=dead`,
    async ready(page) {
      await page.getByRole('button', { name: 'Send again…' }).click()
      await page.getByText('would be sent again').waitFor()
    },
  },
  {
    name: 'deliveries-signature',
    isEveryRun: true,
    path: ({ crowded }) => `/a/${crowded.id}/deliveries`,
    async ready(page) {
      await page.getByRole('button', { name: 'Signature' }).click()
      await page
        .getByLabel('Headers your server got')
        .fill('webhook-id: 1\nwebhook-timestamp: 1794776518\nwebhook-signature: v1,bm8=')
      await page.getByLabel('Body your server got').fill('{"text": "hello"}')
      await page.getByLabel('Signing secret').fill('whsec_c2VjcmV0')
      await page.getByText('It does not fit.').waitFor()
    },
  },
  {
    name: 'deliveries-empty',
    path: ({ fresh }) => `/a/${fresh.id}/deliveries`,
    ready: (page) => page.getByText('Nothing delivered yet').waitFor(),
  },
  {
    name: 'deliveries-loading',
    path: ({ crowded }) => `/a/${crowded.id}/deliveries`,
    hangs: /\/admin\/v1\/(?:deliveries|endpoints)/,
    ready: (page) => page.getByRole('heading', { name: 'Deliveries' }).waitFor(),
  },
  {
    name: 'deliveries-error',
    path: ({ crowded }) => `/a/${crowded.id}/deliveries`,
    fails: /\/admin\/v1\/deliveries/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).first().waitFor(),
  },
]
