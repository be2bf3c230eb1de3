/** What people do and see at the desk, for tests that walk through it. */
import type { Page } from 'playwright-core'
import { eventually } from '../../../service/test/harness/service.ts'
import { visitorSays } from './open-desk.ts'

export const list = (page: Page) => page.getByRole('navigation', { name: 'Users' })
export const talk = (page: Page) => page.getByRole('log', { name: 'Talk' })
export const composer = (page: Page) => page.getByRole('textbox', { name: /^Reply to/ })
export const takeButton = (page: Page) => list(page).getByRole('button', { name: 'Take' })
export const hasFloor = (page: Page) => page.getByText('you have the floor').waitFor()
export const handoffOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

export const focusedId = (page: Page) => page.evaluate<string>('document.activeElement.id')

export const titleHas = (page: Page, words: string) =>
  eventually(
    `the title has ${words}`,
    () => page.title(),
    (title) => title.includes(words),
  )

export const typed = (page: Page, words: string) =>
  eventually(
    `the reply is “${words}”`,
    () => composer(page).inputValue(),
    (value) => value === words,
  )

/** Says something by keyboard alone. The cursor stands in the reply, unless somebody has left it. */
export async function reply(page: Page, words: string): Promise<void> {
  await hasFloor(page)
  if ((await focusedId(page)) !== 'composer') await page.keyboard.press('r')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await talk(page).getByText(words).waitFor()
}

/** The visitor asks, and then for a person. */
export async function ring(visitor: Page, words: string): Promise<void> {
  await visitorSays(visitor, words)
  await visitor.getByRole('button', { name: 'Talk to a person' }).click()
}

/** Closes and makes no pair of it. */
export async function close(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close C', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
  await page.getByText('closed by a person').first().waitFor()
}

export async function addSnippet(page: Page, name: string, words: string): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Snippets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snippets' })
  await dialog.getByRole('button', { name: 'New snippet' }).click()
  await dialog.getByLabel('Name, after the slash').fill(name)
  await dialog.getByLabel('Words').fill(words)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(`/${name}`).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}
