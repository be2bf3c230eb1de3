/** The list of conversations, and one of them with its score. */
import type { Shot } from './shot.ts'

const table = { name: 'Conversations' } as const

export const conversationShots: readonly Shot[] = [
  {
    name: 'conversations-crowded',
    isEveryRun: true,
    path: ({ talk }) => `/a/${talk.agent.id}/conversations`,
    ready: (page) => page.getByRole('table', table).waitFor(),
  },
  {
    name: 'conversations-filtered',
    path: ({ talk }) => `/a/${talk.agent.id}/conversations?q=nobody+said+this&owner=human&from=2026-01-01`,
    ready: (page) => page.getByText('No conversation matches').waitFor(),
  },
  {
    name: 'conversations-empty',
    path: ({ fresh }) => `/a/${fresh.id}/conversations`,
    ready: (page) => page.getByText('No conversation yet').waitFor(),
  },
  {
    name: 'conversations-loading',
    path: ({ talk }) => `/a/${talk.agent.id}/conversations`,
    hangs: /\/admin\/v1\/conversations\?/,
    ready: (page) => page.getByRole('heading', table).waitFor(),
  },
  {
    name: 'conversations-error',
    path: ({ talk }) => `/a/${talk.agent.id}/conversations`,
    fails: /\/admin\/v1\/conversations\?/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'conversation',
    path: ({ talk }) => `/a/${talk.agent.id}/conversations/${talk.story}`,
    ready: (page) => page.getByRole('slider').waitFor(),
  },
  {
    name: 'conversation-moment',
    isEveryRun: true,
    path: ({ talk }) => `/a/${talk.agent.id}/conversations/${talk.story}`,
    async ready(page) {
      await page.getByRole('slider').focus()
      for (let n = 0; n < 8; n++) await page.keyboard.press('ArrowLeft')
      await page.getByRole('heading', { name: /^At / }).waitFor()
    },
  },
  {
    name: 'conversation-answer',
    isEveryRun: true,
    path: ({ talk }) => `/a/${talk.agent.id}/conversations/${talk.story}`,
    async ready(page) {
      await page.locator('[data-message] button').nth(1).click()
      await page.getByText('How this answer came about').waitFor()
    },
  },
  {
    name: 'conversation-bad-day',
    path: ({ talk }) => `/a/${talk.agent.id}/conversations/${talk.badDay}`,
    async ready(page) {
      await page.getByRole('button', { name: 'See the files' }).click()
      await page.getByText('trap.txt').last().waitFor()
    },
  },
  {
    name: 'conversation-error',
    path: ({ talk }) => `/a/${talk.agent.id}/conversations/nowhere`,
    ready: (page) => page.getByRole('alert').waitFor(),
  },
]
