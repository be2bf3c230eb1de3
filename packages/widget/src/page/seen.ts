/** Tells the person whose words these are that they are on the screen: once for all that are shown by then. */
import { type Chat, ofChat, post } from './service.ts'
import { isLookedAt } from './unread.ts'

/** Words that come together are told together. */
const GATHER_MS = 100
/** How far the last chat was shown, and how far that was told. */
let now: { readonly chat: Chat; shown: number; told: number; isTelling: boolean } | undefined

/** Words of a person are on the page. */
export function noteShown(chat: Chat, sequence: number): void {
  if (now?.chat !== chat) now = { chat, shown: 0, told: 0, isTelling: false }
  now.shown = sequence
  tellSeen()
}

/** Also when somebody turns to the page, or it is connected again: then what could not be told is told. */
export function tellSeen(): void {
  const one = now
  if (!one || one.isTelling || one.shown <= one.told || !isLookedAt()) return
  one.isTelling = true
  setTimeout(async () => {
    const sequence = one.shown
    try {
      await post(ofChat(one.chat, 'seen'), one.chat, { sequence })
      one.told = sequence
    } catch {
      return
    } finally {
      one.isTelling = false
    }
    tellSeen()
  }, GATHER_MS)
}
