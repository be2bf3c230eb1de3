/** Screens of the desk: the beginning of a shift, the list, a talk, and supervision. */
import type { Page } from 'playwright-core'
import type { Shot } from './shot.ts'

const inDesk = { place: 'desk' } as const

/** Begins the shift where it has not begun. */
async function onShift(page: Page): Promise<void> {
  const begin = page.getByRole('button', { name: 'Start without sound' })
  // On narrow screens it is hidden behind the talk.
  const list = page.locator('nav')
  await begin.or(list).first().waitFor({ state: 'attached' })
  if (await begin.isVisible()) await begin.click()
  await list.waitFor({ state: 'attached' })
}

const asked = [
  'how long does shipping take?',
  'do you have the blue backpack in 20 litres?',
  'and can you reserve it?',
]

export const deskShots: readonly Shot[] = [
  {
    ...inDesk,
    name: 'desk-start',
    isEveryRun: true,
    path: () => '/',
    ready: (page) =>
      page
        .getByRole('heading', { name: /^Hello/ })
        .or(page.getByRole('navigation'))
        .first()
        .waitFor(),
  },
  {
    ...inDesk,
    name: 'desk-loading',
    path: () => '/',
    hangs: /\/desk\/v1\/queue/,
    ready: async (page) => {
      await onShift(page)
      await page.getByText('Loading…').first().waitFor({ state: 'attached' })
    },
  },
  {
    ...inDesk,
    name: 'desk-error',
    path: () => '/',
    fails: /\/desk\/v1\/queue/,
    ready: async (page) => {
      await onShift(page)
      await page.getByText('Something went wrong').waitFor()
    },
  },
  {
    ...inDesk,
    name: 'desk-list',
    isEveryRun: true,
    path: () => '/',
    ready: async (page) => {
      await onShift(page)
      await page.getByText('mia.torres').waitFor()
    },
  },
  {
    ...inDesk,
    name: 'desk-waits',
    path: async ({ desk }) => `/h/${await desk.ring('jonas.weber', asked)}`,
    ready: async (page) => {
      await onShift(page)
      await page.getByText('waits for a person').waitFor()
    },
  },
  {
    ...inDesk,
    name: 'desk-talk',
    isEveryRun: true,
    path: async ({ desk }) => `/h/${await desk.ring('jonas.weber', asked)}`,
    ready: async (page) => {
      await onShift(page)
      await page.getByRole('button', { name: 'Take', exact: true }).last().click()
      const reply = page.getByRole('textbox', { name: /^Reply to/ })
      await reply.fill('Hi Jonas! We have it in blue and in sand. Which one shall I reserve?')
      await reply.press('Enter')
      await page.getByText('stored').or(page.getByText('delivered')).first().waitFor()
      await page.getByRole('button', { name: 'why?' }).last().click()
      await reply.fill('Done: reserved until Friday')
    },
  },
  {
    ...inDesk,
    name: 'desk-gone',
    path: () => '/h/0193a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b',
    ready: async (page) => {
      await onShift(page)
      await page.getByText('Not found').waitFor()
    },
  },
  {
    ...inDesk,
    name: 'desk-keys',
    path: () => '/',
    ready: async (page) => {
      await onShift(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    },
  },
  {
    ...inDesk,
    name: 'desk-about',
    path: async ({ desk }) => `/h/${await desk.ring('jonas.weber', asked)}?info=1`,
    ready: async (page) => {
      await onShift(page)
      await page.getByText('Timeline').waitFor()
    },
  },
  {
    ...inDesk,
    name: 'desk-snippets',
    path: () => '/',
    ready: async (page) => {
      await onShift(page)
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await page.getByRole('menuitem', { name: 'Snippets' }).click()
      await page.getByRole('button', { name: 'New snippet' }).click()
      await page.getByLabel('Name, after the slash').waitFor()
    },
  },
  {
    ...inDesk,
    name: 'desk-conversations',
    path: ({ desk }) => `/conversations?agent=${desk.agent.id}`,
    ready: (page) => page.locator('li a', { hasText: 'mia.torres' }).first().waitFor(),
  },
  {
    ...inDesk,
    name: 'desk-conversation',
    path: ({ talk }) => `/conversations/${talk.story}`,
    ready: (page) => page.getByRole('log', { name: 'Talk' }).waitFor(),
  },
  {
    ...inDesk,
    name: 'desk-supervise',
    isEveryRun: true,
    path: () => '/supervise',
    ready: (page) => page.getByText('Longest wait').waitFor(),
  },
]
