/** The talk as it is shown: a bubble for each message, and one that grows for each answer under way. */
import { page } from './elements.ts'
import { linked } from './linked.ts'
import type { Message } from './service.ts'
import { showFiles } from './shown-files.ts'
import { word } from './words.ts'

/** Turns under way: the message that was asked, and the bubble its answer grows in. */
const turns = new Map<string, HTMLLIElement>()

export function clearTalk(): void {
  turns.clear()
  page.messages.replaceChildren()
  page.typing.hidden = true
}

export function bubble(kind: string, text: string): HTMLLIElement {
  page.messages.querySelector('.empty')?.remove()
  const made = document.createElement('li')
  made.className = kind
  made.dir = 'auto'
  made.append(linked(text))
  const wasLow = isLow()
  page.messages.append(made)
  if (wasLow || kind === 'user') scrollTo(made)
  return made
}

export function showMessage(message: Message): HTMLLIElement {
  // A person who speaks has stopped typing.
  if (message.role !== 'user') page.typing.hidden = true
  const made = grownOf(message) ?? bubble(message.role, message.text)
  listOnce(made, message)
  if (message.role === 'human') made.dataset.name = message.name ?? ''
  showFiles(made, message)
  for (const { audio } of message.audio) {
    const player = document.createElement('audio')
    player.controls = true
    player.src = audio
    made.append(player)
  }
  return made
}

/** The list in an offer is not seen while buttons below say the same; it is still read aloud. */
function listOnce(made: HTMLLIElement, { text, options = [] }: Message): void {
  const listed = options.map((option, n) => `\n${n + 1}. ${option}`).join('')
  if (!listed || !text.endsWith(listed)) return
  const list = document.createElement('span')
  list.className = 'listed'
  list.append(linked(listed))
  made.replaceChildren(linked(text.slice(0, -listed.length)), list)
}

/** What grew piece by piece is replaced by what was stored, in its place, so that nobody loses the line they are reading. */
function grownOf({ parent_id, role, text }: Message): HTMLLIElement | undefined {
  const grown = turns.get(parent_id ?? '')
  if (!grown) return undefined
  turns.delete(parent_id ?? '')
  grown.className = role
  grown.replaceChildren(linked(text))
  announceWhole()
  return grown
}

export function grow(turnId: string, text: string): void {
  const wasLow = isLow()
  let made = turns.get(turnId)
  if (!made) {
    made = bubble('assistant', '')
    turns.set(turnId, made)
  }
  made.textContent += text
  announceWhole()
  page.typing.hidden = true
  if (wasLow) scrollTo(made)
}

/** Somebody is about to say something. */
export function showDots(): void {
  const wasLow = isLow()
  page.typing.hidden = false
  if (wasLow) scrollDown()
}

export function endTurn(turnId: string, isDropped: boolean): void {
  if (isDropped) turns.get(turnId)?.remove()
  turns.delete(turnId)
  announceWhole()
  page.typing.hidden = true
}

/** An answer is read aloud once, when all of it is there. */
const announceWhole = () => page.log.setAttribute('aria-busy', String(turns.size > 0))

/** What had grown of answers is taken off the page: it comes again, or is not said any more. */
export function dropTurns(): void {
  for (const turnId of [...turns.keys()]) endTurn(turnId, true)
}

export function showEmpty(): void {
  const made = document.createElement('li')
  made.className = 'empty'
  made.textContent = word('empty')
  page.messages.append(made)
}

/** After all of a message is on the page: whoever reads the newest goes on doing so. */
export function keepLow(wasLow: boolean): void {
  const last = page.messages.lastElementChild
  if (wasLow && last instanceof HTMLElement) scrollTo(last)
}

const list = () => page.log.parentElement as HTMLElement
export const isLow = () => list().scrollHeight - list().scrollTop - list().clientHeight < 80
const scrollDown = () => list().scrollTo({ top: list().scrollHeight })
/** Down to its end, or where it is too long for that, to where it begins. */
const scrollTo = (made: HTMLElement) =>
  made.offsetHeight > list().clientHeight ? made.scrollIntoView({ block: 'start' }) : scrollDown()
