/** Saves what was said as a file. It is read with the token in a header: an address with a token would end up in histories. */
import { showTrouble } from './elements.ts'
import { bearer, type Chat, ofChat } from './service.ts'
import { word } from './words.ts'

export async function saveTalk(chat: Chat): Promise<void> {
  const response = await fetch(ofChat(chat, 'transcript'), { headers: bearer(chat) }).catch(() => undefined)
  if (!response?.ok) return showTrouble(word('unreachable'))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = 'chat.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
