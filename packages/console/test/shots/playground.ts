/** The playground: before anything was said, in the midst of a bad day, and side by side. */
import type { Page } from 'playwright-core'
import type { Shot, Stage } from './shot.ts'

const pathOf = ({ id }: { id: string }) => `/a/${id}/playground`

/** Says something on the page and waits until it has been answered. */
async function say(page: Page, text: string, answer: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Ask as a user…' })
  await field.fill(text)
  await field.press('Enter')
  await page.getByRole('log', { name: 'Talk' }).getByText(answer).first().waitFor()
}

/** On a phone the talk and the wire take turns. */
async function turnTo(page: Page, view: 'Talk' | 'The wire'): Promise<void> {
  const turn = page.getByRole('group', { name: 'What is shown' }).getByRole('button', { name: view })
  if (await turn.isVisible()) await turn.click()
}

/** An agent of its own on each stage: its webhook points at the sink. */
const shops = new WeakMap<Stage, Promise<string>>()

function knowing(stage: Stage): Promise<string> {
  const known = shops.get(stage) ?? openShop(stage)
  shops.set(stage, known)
  return known
}

async function openShop({ service }: Stage): Promise<string> {
  const shop = await service.newAgent('Gift shop')
  await service.addDocument(shop.key, PAIRS, { name: 'Gifts' })
  await service.admin('PUT', `/agents/${shop.id}/sink/webhook`)
  return pathOf(shop)
}

const PAIRS = [
  {
    question: 'Do you wrap gifts?',
    answer: 'Yes: choose gift wrapping in the basket, and add a card if you like.',
  },
  {
    question: 'What does gift wrapping cost?',
    answer: 'Gift wrapping costs 3 euros for each parcel, the card is free.',
  },
  {
    question: 'Can I have the gift sent to somebody else?',
    answer: 'Yes. We put no invoice into the parcel then.',
  },
]

export const playgroundShots: readonly Shot[] = [
  {
    name: 'playground-fresh',
    path: ({ fresh }) => pathOf(fresh),
    ready: (page) => page.getByText('This agent knows nothing yet').waitFor(),
  },
  {
    name: 'playground-crowded',
    isEveryRun: true,
    path: async (stage) => `${await knowing(stage)}?mode=webhook`,
    async ready(page) {
      await page.getByText('sent', { exact: true }).waitFor()
      await say(page, 'do you wrap gifts?', 'choose gift wrapping in the basket')
      const wire = page.getByRole('log', { name: 'The wire' })
      await turnTo(page, 'The wire')
      await wire.getByText('#1 attempt 1').waitFor()
      await page.getByLabel('responds').selectOption('503')
      await turnTo(page, 'Talk')
      await say(page, 'what does gift wrapping cost?', 'costs 3 euros for each parcel')
      await turnTo(page, 'The wire')
      await wire.getByRole('button', { name: /attempt 1.*503/ }).waitFor()
      await page.getByLabel('responds').selectOption('200')
      await wire.getByRole('button', { name: /#2 attempt \d.*200/ }).click()
      await wire.getByRole('tab', { name: 'Body' }).waitFor()
    },
  },
  {
    name: 'playground-compare',
    path: async (stage) => `${await knowing(stage)}?view=compare`,
    async ready(page) {
      await page.getByLabel('Question').fill('do you wrap gifts?')
      await page.getByRole('button', { name: 'Ask both' }).click()
      await page.getByText('choose gift wrapping in the basket').nth(1).waitFor()
    },
  },
  {
    name: 'playground-error',
    path: async (stage) => `${await knowing(stage)}?conversation=0199a1f2-5d0a-7c44-9a55-3f5b8e0c6a21`,
    ready: (page) => page.getByText('Not found').waitFor(),
  },
  {
    name: 'playground-loading',
    path: async (stage) => `${await knowing(stage)}?conversation=0199a1f2-5d0a-7c44-9a55-3f5b8e0c6a21`,
    hangs: /\/admin\/v1\/(conversations|deliveries|agents\/[^/]+\/sink)/,
    ready: (page) => page.getByRole('heading', { name: 'Playground' }).waitFor(),
  },
]
