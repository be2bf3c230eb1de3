/** Two signs below an answer by which the visitor says whether it helped; pressed again, one takes its word back. */
import { onPress } from './elements.ts'
import { type Chat, type Message, ofChat, post } from './service.ts'
import { word } from './words.ts'

const kinds = [
  ['POSITIVE', 'helpful'],
  ['NEGATIVE', 'unhelpful'],
] as const

export function addRating(bubble: HTMLElement, chat: Chat, { id, feedback }: Message): void {
  const row = document.createElement('div')
  row.className = 'rating'
  // Not a part of what is read aloud.
  row.ariaLive = 'off'
  let given: string | null = feedback
  const buttons = kinds.map(([kind, name]) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = name
    button.title = word(name)
    button.setAttribute('aria-label', word(name))
    onPress(button, async () => {
      const before = given
      show(given === kind ? null : kind)
      await post(ofChat(chat, `messages/${id}/feedback`), chat, {
        feedback: given ?? 'CANCELED',
      }).catch(() => show(before))
    })
    row.append(button)
    return button
  })
  const show = (kind: string | null) => {
    given = kind
    for (const [at, button] of buttons.entries())
      button.setAttribute('aria-pressed', String(kinds[at]?.[0] === kind))
  }
  show(given)
  bubble.append(row)
}
