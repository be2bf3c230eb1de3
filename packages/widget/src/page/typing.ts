/** Who types while a person has the floor: the person's typing is shown for a while, the visitor's is told every few seconds. */
import { page } from './elements.ts'
import { type Chat, ofChat, post } from './service.ts'
import { showDots } from './talk.ts'

const SHOWN_MS = 6000
const TOLD_EVERY_MS = 3000
let ends: number | undefined
let toldAt = 0

/** Until they speak, or have said nothing more of it for a while. */
export function showTyping(): void {
  clearTimeout(ends)
  showDots()
  ends = setTimeout(() => {
    page.typing.hidden = true
  }, SHOWN_MS)
}

/** What is shown from now on is not the person's. */
export function endTyping(): void {
  clearTimeout(ends)
}

/** Where it fails nothing is lost. */
export function tellTyping(chat: Chat): void {
  if (chat.owner !== 'human' || Date.now() - toldAt < TOLD_EVERY_MS) return
  toldAt = Date.now()
  post(ofChat(chat, 'typing'), chat).catch(() => {})
}
