/** Overview, settings, usage, accounts, audit, a person's own page. */
import type { Shot } from './shot.ts'

const heading =
  (name: string): Shot['ready'] =>
  (page) =>
    page.getByRole('heading', { name, level: 1 }).waitFor()

export const manageShots: readonly Shot[] = [
  {
    name: 'overview-fresh',
    path: ({ fresh }) => `/a/${fresh.id}`,
    ready: (page) => page.getByText('First steps').waitFor(),
  },
  {
    name: 'overview-crowded',
    isEveryRun: true,
    path: ({ crowded }) => `/a/${crowded.id}`,
    ready: (page) => page.getByRole('img', { name: 'Questions per hour' }).waitFor(),
  },
  {
    name: 'overview-loading',
    path: ({ crowded }) => `/a/${crowded.id}`,
    hangs: /\/admin\/v1\/(?:stats|endpoints|agents\/)/,
    ready: heading('Overview'),
  },
  {
    name: 'overview-error',
    path: ({ crowded }) => `/a/${crowded.id}`,
    fails: /\/admin\/v1\/stats/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'settings',
    isEveryRun: true,
    path: ({ crowded }) => `/a/${crowded.id}/settings`,
    ready: (page) => page.getByLabel('Who it is').waitFor(),
  },
  {
    name: 'settings-error',
    path: ({ crowded }) => `/a/${crowded.id}/settings`,
    fails: /\/admin\/v1\/agents\/[^/]+\/settings/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'settings-loading',
    path: ({ crowded }) => `/a/${crowded.id}/settings`,
    hangs: /\/admin\/v1\/agents\/[^/]+\/settings/,
    ready: heading('Settings'),
  },
  {
    name: 'usage-loading',
    path: ({ crowded }) => `/a/${crowded.id}/usage`,
    hangs: /\/admin\/v1\/usage/,
    ready: heading('Usage'),
  },
  {
    name: 'usage-error',
    path: ({ crowded }) => `/a/${crowded.id}/usage`,
    fails: /\/admin\/v1\/usage/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'usage-crowded',
    isEveryRun: true,
    path: ({ crowded }) => `/a/${crowded.id}/usage?days=7`,
    ready: (page) => page.getByRole('img').waitFor(),
  },
  {
    name: 'usage-empty',
    path: ({ fresh }) => `/a/${fresh.id}/usage`,
    ready: (page) => page.getByText('No answers in this period').waitFor(),
  },
  {
    name: 'accounts-crowded',
    async path({ service }) {
      // Those of the picture before are there already.
      for (let n = 1; n <= 40; n++) {
        const role = (['editor', 'operator', 'developer'] as const)[n % 3]
        await service.admin('POST', '/accounts', {
          name: n % 7 === 0 ? `Person ${n}, of the evening shift in the branch at the lake` : `Person ${n}`,
          email: `person-${n}@shop.example`,
          role,
          agents: 'all',
        })
      }
      return '/accounts'
    },
    ready: (page) => page.getByRole('row').nth(12).waitFor(),
  },
  {
    name: 'accounts-one',
    isEveryRun: true,
    async path({ service }) {
      const { json } = await service.admin('GET', '/accounts?limit=1')
      return `/accounts/${json.items[0].id}`
    },
    ready: (page) => page.getByRole('button', { name: 'New sign-in link' }).waitFor(),
  },
  {
    name: 'accounts-new',
    path: () => '/accounts',
    async ready(page) {
      await page.getByRole('button', { name: 'New account' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'accounts-empty',
    path: () => '/accounts?q=nobody',
    ready: (page) => page.getByText('No account matches').waitFor(),
  },
  {
    name: 'accounts-loading',
    path: () => '/accounts',
    hangs: /\/admin\/v1\/accounts/,
    ready: heading('Accounts'),
  },
  {
    name: 'accounts-error',
    path: () => '/accounts',
    fails: /\/admin\/v1\/accounts/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'audit-crowded',
    isEveryRun: true,
    path: () => '/audit',
    ready: (page) => page.getByRole('row').nth(3).waitFor(),
  },
  {
    name: 'audit-empty',
    path: () => '/audit?action=nothing',
    ready: (page) => page.getByText('No entry matches').waitFor(),
  },
  {
    name: 'audit-error',
    path: () => '/audit',
    fails: /\/admin\/v1\/audit/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'audit-loading',
    path: () => '/audit',
    hangs: /\/admin\/v1\/audit/,
    ready: heading('Audit'),
  },
  {
    name: 'profile-error',
    path: () => '/profile',
    fails: /\/admin\/v1\/sessions/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'profile',
    isEveryRun: true,
    path: () => '/profile',
    ready: (page) => page.getByText('this one').waitFor(),
  },
]
