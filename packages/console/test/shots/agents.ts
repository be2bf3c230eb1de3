/** Signing in, the list of agents, the palette and what else belongs to the frame. */
import type { Shot } from './shot.ts'

export const agentShots: readonly Shot[] = [
  {
    name: 'sign-in',
    isEveryRun: true,
    path: () => '/',
    isSignedOut: true,
    ready: (page) => page.getByRole('button', { name: 'Sign in' }).waitFor(),
  },
  {
    name: 'agents-crowded',
    isEveryRun: true,
    path: () => '/agents',
    ready: (page) => page.getByRole('link', { name: 'Demo shop' }).waitFor(),
  },
  {
    name: 'agents-new',
    path: () => '/agents/new',
    ready: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'agents-empty',
    isEveryRun: true,
    path: () => '/agents?q=nobody',
    ready: (page) => page.getByText('No agent has').waitFor(),
  },
  {
    name: 'agents-loading',
    isEveryRun: true,
    path: () => '/agents',
    hangs: /\/admin\/v1\/agents\?/,
    ready: (page) => page.getByRole('heading', { name: 'Agents' }).waitFor(),
  },
  {
    name: 'agents-error',
    isEveryRun: true,
    path: () => '/agents',
    fails: /\/admin\/v1\/agents\?/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'palette',
    isEveryRun: true,
    path: () => '/agents',
    async ready(page) {
      await page.getByRole('link', { name: 'Demo shop' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'account-menu',
    isEveryRun: true,
    path: () => '/profile',
    async ready(page) {
      await page.getByText('this one').waitFor()
      if (!(await page.getByRole('button', { name: 'Account menu of Ann' }).isVisible()))
        await page.getByRole('button', { name: 'Open the navigation' }).click()
      await page.getByRole('button', { name: 'Account menu of Ann' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    },
  },
  {
    name: 'keyboard-help',
    path: () => '/agents',
    async ready(page) {
      await page.getByRole('link', { name: 'Demo shop' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'not-found',
    isEveryRun: true,
    path: () => '/nowhere/at/all',
    ready: (page) => page.getByText('There is no such page').waitFor(),
  },
]
