/** Where the token of the chat is kept: with the page around it, or where the chat stands by itself, in the browser. */
import { isEmbedded, onHost, tellHost, textOf } from './host.ts'
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

/** Calls `fn` when another tab has begun a chat: from then on it is the visitor's. */
export function onKeptElsewhere(fn: (token: string) => void): void {
  onHost((type, { token }) => {
    const given = textOf(token)
    if (type === 'token' && given) fn(given)
  })
  if (!isEmbedded)
    addEventListener('storage', ({ key, newValue }) => {
      if (key === keptAs && newValue) fn(newValue)
    })
}

export function keptToken(): string | undefined {
  if (isEmbedded) return held
  try {
    return localStorage.getItem(keptAs) ?? held
  } catch {
    return held
  }
}
