/** Trying out questions, sets of questions, and the questions nobody could answer. */
import type { Shot } from './shot.ts'

export const trialShots: readonly Shot[] = [
  {
    name: 'test-empty',
    path: ({ fresh }) => `/a/${fresh.id}/test`,
    ready: (page) => page.getByText('No set yet').waitFor(),
  },
  {
    name: 'test-asked',
    isEveryRun: true,
    path: ({ talk }) => `/a/${talk.agent.id}/test?q=when+does+my+parcel+arrive%3F`,
    async ready(page) {
      await page.getByText('Why', { exact: true }).first().click()
      await page.getByText('Words that matched').first().waitFor()
    },
  },
  {
    name: 'test-loading',
    path: ({ talk }) => `/a/${talk.agent.id}/test?q=slow`,
    hangs: /dry-run/,
    ready: (page) => page.getByRole('button', { name: 'Ask again' }).waitFor(),
  },
  {
    name: 'test-error',
    path: ({ talk }) => `/a/${talk.agent.id}/test?q=broken`,
    fails: /dry-run/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'test-set',
    isEveryRun: true,
    path: ({ talk }) => `/a/${talk.agent.id}/test/${talk.set}`,
    ready: (page) => page.getByText('What changed since').waitFor(),
  },
  {
    name: 'test-set-edit',
    path: ({ talk }) => `/a/${talk.agent.id}/test/${talk.set}`,
    async ready(page) {
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'unanswered-crowded',
    isEveryRun: true,
    path: ({ talk }) => `/a/${talk.agent.id}/unanswered`,
    async ready(page) {
      await page
        .getByRole('link', { name: /blue backpack/ })
        .first()
        .click()
      await page.getByLabel('Answer', { exact: true }).waitFor()
    },
  },
  {
    name: 'unanswered-empty',
    path: ({ fresh }) => `/a/${fresh.id}/unanswered`,
    ready: (page) => page.getByText('Everything was answered').waitFor(),
  },
  {
    name: 'unanswered-loading',
    path: ({ talk }) => `/a/${talk.agent.id}/unanswered`,
    hangs: /unanswered\/groups/,
    ready: (page) => page.getByRole('heading', { name: 'Unanswered' }).waitFor(),
  },
  {
    name: 'unanswered-error',
    path: ({ talk }) => `/a/${talk.agent.id}/unanswered`,
    fails: /unanswered\/groups/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'handoffs-queue',
    isEveryRun: true,
    path: ({ talk }) => `/a/${talk.agent.id}/handoffs/${talk.handoff}`,
    ready: (page) => page.getByText('What happened').waitFor(),
  },
  {
    name: 'handoffs-past',
    path: ({ talk }) => `/a/${talk.agent.id}/handoffs?which=past`,
    ready: (page) => page.getByRole('cell', { name: 'closed by the person' }).waitFor(),
  },
  {
    name: 'handoffs-empty',
    path: ({ fresh }) => `/a/${fresh.id}/handoffs`,
    ready: (page) => page.getByText('Nobody is waiting for a person').waitFor(),
  },
  {
    name: 'handoffs-loading',
    path: ({ talk }) => `/a/${talk.agent.id}/handoffs`,
    hangs: /\/handoffs\?/,
    ready: (page) => page.getByRole('heading', { name: 'Handoffs' }).waitFor(),
  },
  {
    name: 'handoffs-error',
    path: ({ talk }) => `/a/${talk.agent.id}/handoffs`,
    fails: /\/handoffs\?/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
]
