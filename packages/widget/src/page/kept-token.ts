/** Where the token of the chat is kept: with the page around it, or where the chat stands by itself, in the browser. */
import { isEmbedded, tellHost } from './host.ts'
import { agentId } from './service.ts'

const keptAs = `tandem-chat:${agentId}`
/** In a frame of another site a browser may refuse to keep anything: the chat then lasts as long as its page. */
let held: string | undefined

export function keepToken(token: string): void {
  held = token
  if (isEmbedded) tellHost({ type: 'token', token })
  else
    try {
      localStorage.setItem(keptAs, token)
    } catch {}
}

export function keptToken(): string | undefined {
  if (isEmbedded) return held
  try {
    return localStorage.getItem(keptAs) ?? held
  } catch {
    return held
  }
}
