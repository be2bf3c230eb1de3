/**
 * The username of a webhook. With a secret it is the readable half of Basic authentication. Alone it is sent as a bearer token,
 * so it is a secret itself: stored sealed, and shown by its first characters.
 */
import type { Database } from '../platform/database/handle.ts'
import type { SecretBox } from '../platform/secrets.ts'
import { plainTokens, resealSecret } from './store.ts'

/** No username has a colon beside a secret, and none is stored plain without one. */
const SEALED = 'sealed:'
const SHOWN_CHARS = 4
/** Of shorter ones the first characters would tell too much. */
const LEAST_CHARS = 12

const contextOf = (owner: string) => `${owner}:username`

/** `owner` is the context that the secret beside it is sealed with. */
export function keptUsername(
  box: SecretBox,
  username: string | null,
  hasSecret: boolean,
  owner: string,
): string | null {
  if (username === null || hasSecret) return username
  return SEALED + box.seal(username, contextOf(owner))
}

export function openedUsername(box: SecretBox, kept: string | null, owner: string): string | null {
  return kept?.startsWith(SEALED) ? box.open(kept.slice(SEALED.length), contextOf(owner)) : kept
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

/** Those that an earlier version stored as they are. */
export async function sealTokens(
  database: Database,
  box: SecretBox,
  ownerOf: Readonly<Record<'webhookToken' | 'serviceToken', (id: string) => string>>,
): Promise<void> {
  for (const token of await plainTokens(database, SEALED)) {
    const again = keptUsername(box, token.sealed, false, ownerOf[token.of](token.id)) as string
    await database.transaction('webhook-username', (tx) => resealSecret(tx, token, again))
  }
}

/** Under the first key of the ring. */
export function resealedUsername(box: SecretBox, kept: string, owner: string): string {
  return SEALED + box.seal(openedUsername(box, kept, owner) as string, contextOf(owner))
}

/** The id of the key it is sealed with stands where that of any secret does. */
export const withoutMark = (kept: string) => (kept.startsWith(SEALED) ? kept.slice(SEALED.length) : kept)
