/**
 * The username of a webhook. With a secret it is the readable half of Basic authentication. Alone it is sent as a bearer token,
 * so it is a secret itself: stored sealed, and shown by its first characters.
 */
import type { SecretBox } from '../platform/secrets.ts'

/** Marks a sealed username. A plain one never begins like this: it stands beside a secret and has no colon. */
export const SEALED = 'sealed:'
const SHOWN_CHARS = 4
/** Shorter usernames are not shown at all: the first characters would tell too much. */
const LEAST_CHARS = 12

const contextOf = (owner: string) => `${owner}:username`

/** `owner` is the context that the secret beside it is sealed with. */
export function storedUsername(
  box: SecretBox,
  username: string | null,
  hasSecret: boolean,
  owner: string,
): string | null {
  if (username === null || hasSecret) return username
  return SEALED + box.seal(username, contextOf(owner))
}

export function openedUsername(box: SecretBox, kept: string | null, owner: string): string | null {
  return kept?.startsWith(SEALED) ? box.open(withoutMark(kept), contextOf(owner)) : kept
}

export function shownUsername(
  box: SecretBox,
  kept: string | null,
  hasSecret: boolean,
  owner: string,
): string | null {
  const username = openedUsername(box, kept, owner)
  if (username === null || hasSecret) return username
  return username.length < LEAST_CHARS ? '…' : `${username.slice(0, SHOWN_CHARS)}…`
}

/** The sealed text, which names its key like that of any other secret. */
export const withoutMark = (kept: string) => (kept.startsWith(SEALED) ? kept.slice(SEALED.length) : kept)
