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
  page.status.textContent = now.isOpen ? whoTalks() : word('reconnecting')
}

function whoTalks(): string {
  if (now.owner === 'ai') return word('online')
  if (!now.isTalking) return word('person')
  return now.name ? `${word('talking')} · ${now.name}` : word('talking')
}
