/** The integration: each part with plenty, with nothing, and failing. */
import type { Shot, Stage } from './shot.ts'

const pathOf = ({ id }: { id: string }, part: string) => `/a/${id}/integration?part=${part}`

/** An agent of its own on each stage. */
const shops = new WeakMap<Stage, Promise<{ id: string }>>()

function integrated(stage: Stage): Promise<{ id: string }> {
  const known = shops.get(stage) ?? openShop(stage)
  shops.set(stage, known)
  return known
}

async function openShop({ service }: Stage): Promise<{ id: string }> {
  const shop = await service.newAgent('Tea shop')
  const { url } = (await service.admin('PUT', `/agents/${shop.id}/sink`, {})).json
  await service.admin('PUT', `/agents/${shop.id}/message-webhook`, { url, username: 'tandem', secret: 's3' })
  for (const secret of [{}, { expire_others_in_s: 86_400 }])
    await service.admin('POST', `/agents/${shop.id}/message-webhook/signing-secrets`, secret)
  const hours = {
    time_zone: 'Europe/Berlin',
    weekly: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:30' }],
    closed_dates: ['2026-12-25', '2027-01-01'],
  }
  await service.admin('POST', `/agents/${shop.id}/human-services`, {
    name: 'Support desk',
    webhook_url: url,
    options: { hours, languages: ['en', 'de'], phrases: ['invoice', 'complaint'] },
  })
  for (const label of ['Shop server', 'Staging', undefined, 'رابط المتجر'])
    await service.admin('POST', `/agents/${shop.id}/api-keys`, { label })
  return shop
}

const of =
  (part: string) =>
  async (stage: Stage): Promise<string> =>
    pathOf(await integrated(stage), part)

export const integrationShots: readonly Shot[] = [
  {
    name: 'integration-webhook',
    isEveryRun: true,
    path: of('webhook'),
    async ready(page) {
      await page.getByRole('button', { name: 'Test it now' }).click()
      await page.getByText('"istest": true').waitFor()
    },
  },
  {
    name: 'integration-services',
    isEveryRun: true,
    path: of('services'),
    ready: (page) => page.getByText('hours in Europe/Berlin').waitFor(),
  },
  {
    name: 'integration-service-edit',
    isEveryRun: true,
    path: of('services'),
    async ready(page) {
      await page.getByRole('button', { name: 'Edit' }).first().click()
      await page.getByRole('tab', { name: 'Hours' }).click()
      await page.getByLabel('Time zone').waitFor()
    },
  },
  {
    name: 'integration-keys',
    isEveryRun: true,
    path: of('keys'),
    ready: (page) => page.getByText('Shop server').waitFor(),
  },
  {
    name: 'integration-webhook-empty',
    path: ({ fresh }) => pathOf(fresh, 'webhook'),
    ready: (page) => page.getByText('none is set yet').waitFor(),
  },
  {
    name: 'integration-services-empty',
    path: ({ fresh }) => pathOf(fresh, 'services'),
    ready: (page) => page.getByText('Nobody to hand over to yet').waitFor(),
  },
  {
    name: 'integration-error',
    path: ({ fresh }) => pathOf(fresh, 'keys'),
    fails: /\/api-keys/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'integration-loading',
    path: ({ fresh }) => pathOf(fresh, 'webhook'),
    hangs: /\/message-webhook/,
    ready: (page) => page.getByRole('heading', { name: 'Integration' }).waitFor(),
  },
]
