/** The chat on other pages: with much chosen, turned off, and failing. */
import type { Shot, Stage } from './shot.ts'

async function dressed({ service }: Stage): Promise<string> {
  const shop = await service.newAgent('Tea shop')
  await service.admin('PATCH', `/agents/${shop.id}/settings`, {
    web: {
      enabled: true,
      title: 'Ask the tea shop',
      greeting: 'Hello! What would you like to know about tea?',
      allowed_origins: ['https://tea.example', 'https://shop.tea.example'],
      starters: ['How long does shipping take?', 'Which tea has no caffeine?'],
      theme: { accent: '#7a4b00', side: 'left', label: 'Ask us', icon: 'question' },
    },
  })
  return `/a/${shop.id}/chat`
}

export const chatShots: readonly Shot[] = [
  {
    name: 'chat',
    isEveryRun: true,
    path: dressed,
    ready: (page) => page.getByText('Ask the tea shop').waitFor(),
  },
  {
    name: 'chat-secret',
    path: dressed,
    async ready(page) {
      await page.getByRole('button', { name: 'Show the secret' }).click()
      await page.getByLabel('The secret for HS256').waitFor()
      await page.getByLabel('Your public key').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'chat-loading',
    path: ({ fresh }) => `/a/${fresh.id}/chat`,
    hangs: /\/settings$/,
    ready: (page) => page.getByRole('heading', { name: 'Chat' }).waitFor(),
  },
  {
    name: 'chat-error',
    path: ({ fresh }) => `/a/${fresh.id}/chat`,
    fails: /\/settings$/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'chat-off',
    path: ({ fresh }) => `/a/${fresh.id}/chat`,
    ready: (page) => page.getByText('The chat is off').waitFor(),
  },
]
