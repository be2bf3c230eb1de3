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
    ready: heading('Overview'),
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
    name: 'usage-crowded',
    isEveryRun: true,
    path: ({ crowded }) => `/a/${crowded.id}/usage?days=7`,
    ready: (page) => page.getByRole('img').waitFor(),
  },
  {
    name: 'usage-empty',
    path: ({ fresh }) => `/a/${fresh.id}/usage`,
    ready: (page) => page.getByText('No answer was given').waitFor(),
  },
  {
    name: 'accounts-crowded',
    path: () => '/accounts',
    ready: (page) => page.getByRole('row').nth(1).waitFor(),
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
    ready: (page) => page.getByText('No account fits').waitFor(),
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
    ready: (page) => page.getByText('No entry fits').waitFor(),
  },
  {
    name: 'audit-error',
    path: () => '/audit',
    fails: /\/admin\/v1\/audit/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'profile',
    isEveryRun: true,
    path: () => '/profile',
    ready: (page) => page.getByText('this one').waitFor(),
  },
]
