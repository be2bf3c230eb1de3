/** The line below the title: whether the page is connected, and who talks with the visitor. */
import { page } from './elements.ts'
import { word } from './words.ts'

interface Status {
  isOpen: boolean
  owner: 'ai' | 'human'
  /** A person has spoken; till then one was called. */
  isTalking: boolean
  /** What the owner of the chat calls the people who answer in it. */
  name: string
}

const now: Status = { isOpen: false, owner: 'ai', isTalking: false, name: '' }

/** Names what has changed. */
export function showStatus(change: Partial<Status>): void {
  Object.assign(now, change)
  page.dot.classList.toggle('on', now.isOpen)
  page.status.replaceChildren(...(now.isOpen ? whoTalks() : [word('reconnecting')]).map(part))
}

/** A name comes last: where there is no room for it, it is left out whole. */
function whoTalks(): string[] {
  if (now.owner === 'ai') return [word('online')]
  if (!now.isTalking) return [word('person')]
  return [word('talking'), ...(now.name ? [` · ${now.name}`] : [])]
}

function part(text: string): HTMLElement {
  const made = document.createElement('span')
  made.textContent = text
  return made
}
