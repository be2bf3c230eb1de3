/** What the visitor says, on its way to the service: shown at once, sent once, given back when it did not arrive. */
import { giveBack, page, showTrouble } from './elements.ts'
import { type Chat, type Message, ofChat, post, told } from './service.ts'
import { bubble, showDots } from './talk.ts'
import { word } from './words.ts'

/** Words sent and not yet seen on the stream, by their client id. */
const unsent = new Map<string, HTMLElement>()
/** The words of which it is not known whether they arrived: sent again, they keep their id and count once. */
let doubtful: { text: string; clientId: string } | undefined

export const forgetUnsent = () => unsent.clear()

/** Not `randomUUID`, which pages have over TLS and on localhost only. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

export async function sendWords(chat: Chat, text: string): Promise<void> {
  const saidAt = performance.now()
  const clientId = doubtful?.text === text ? doubtful.clientId : newId()
  doubtful = undefined
  showTrouble('')
  const made = bubble('user', text)
  made.classList.add('unsent')
  unsent.set(clientId, made)
  if (chat.owner === 'ai') showDots()
  try {
    await post(ofChat(chat, 'messages'), chat, { text, client_id: clientId })
  } catch (error) {
    // Seen on the stream: it arrived, and only the answer to its sending was lost.
    if (!unsent.delete(clientId)) return
    doubtful = { text, clientId }
    made.remove()
    page.typing.hidden = true
    giveBack(text, saidAt)
    page.send.disabled = false
    showTrouble(`${word('notSent')} ${told(error)}`)
  }
}

/** Whether the message is one that stands on the page already, since it was sent from here. */
export function isOwn({ role, text }: Message): boolean {
  // Not always the first: words may overtake those said before them.
  const waiting = role === 'user' && [...unsent].find(([, made]) => made.textContent === text)
  if (!waiting) return false
  waiting[1].classList.remove('unsent')
  unsent.delete(waiting[0])
  return true
}
