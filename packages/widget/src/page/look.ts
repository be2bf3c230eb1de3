/** The look that the owner of the agent has chosen, put onto the page. */
import { page } from './elements.ts'
import type { Config } from './service.ts'

export function putLook({ theme }: Config): void {
  const { style, dataset } = document.documentElement
  style.setProperty('--own', theme.accent)
  style.setProperty('--own-ink', theme.accent_ink)
  dataset.scheme = theme.scheme
  if (theme.placeholder) page.words.placeholder = theme.placeholder
}
