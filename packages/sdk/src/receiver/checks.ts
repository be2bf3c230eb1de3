/** Checks that a request is genuine, by its credentials and its signature. A failure names its check. */

export interface Genuine {
  /** The credentials configured in Tandem: a username, or a username and a secret. */
  readonly auth?: { readonly username: string; readonly secret?: string | undefined } | undefined
  /** Accepted signing secrets; there are several during a rotation. */
  readonly signingSecrets?: readonly string[] | undefined
}

export type HeaderOf = (name: string) => string | undefined

/** The maximum difference between the timestamp of a request and this clock. More means a replayed request or a wrong clock. */
const TOLERANCE_S = 300
const PREFIX = 'whsec_'
const encoder = new TextEncoder()

/** Why the credentials are wrong; undefined if they are correct. */
export function wrongAuthorization({ auth }: Genuine, header: HeaderOf): string | undefined {
  if (!auth) return undefined
  const { username, secret } = auth
  // An environment variable may not be set. Then anybody could guess the expected header.
  if (!username) return 'authorization: the receiver was given no username to compare with'
  const given = header('authorization')
  const scheme = secret === undefined ? 'Bearer' : 'Basic'
  const expected =
    secret === undefined ? `Bearer ${username}` : `Basic ${base64(encoder.encode(`${username}:${secret}`))}`
  if (given === undefined) return `authorization: the header is missing, needed ${scheme} credentials`
  if (sameText(given, expected)) return undefined
  return given.startsWith(`${scheme} `)
    ? 'authorization: the username or secret differs from that of the receiver'
    : `authorization: found the scheme ${given.split(' ')[0]?.slice(0, 20)}, needed ${scheme}`
}

/** Why the signature (Standard Webhooks) is wrong; undefined if it is correct. */
export async function wrongSignature(
  { signingSecrets = [] }: Genuine,
  header: HeaderOf,
  body: string,
  nowMs: number,
): Promise<string | undefined> {
  if (signingSecrets.length === 0) return undefined
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
  if (!id || !timestamp) return 'signature: the header webhook-id or webhook-timestamp is missing'
  if (!given) return 'signature: the header webhook-signature is missing; add the signing secret in Tandem'
  const offS = Math.round(nowMs / 1000 - Number(timestamp))
  if (!(Math.abs(offS) <= TOLERANCE_S))
    return `timestamp: the request is ${offS} seconds off this clock, allowed are ${TOLERANCE_S}`
  const candidates = given.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []))
  for (const secret of signingSecrets) {
    const expected = secret && (await signatureOf(secret, id, timestamp, body))
    if (expected && candidates.some((each) => sameText(each, expected))) return undefined
  }
  return `signature: none of ${candidates.length} fits any of ${signingSecrets.length} signing secrets; the secret differs, or the body was changed on its way`
}

/** The signature in base64, without the version in front. */
export async function signatureOf(
  secret: string,
  id: string,
  timestamp: string,
  body: string,
): Promise<string> {
  const bytes = Uint8Array.from(
    atob(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret),
    (letter) => letter.charCodeAt(0),
  )
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = await crypto.subtle.sign('HMAC', key, encoder.encode(`${id}.${timestamp}.${body}`))
  return base64(new Uint8Array(signed))
}

/** Compares in a time that does not depend on where the texts differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [encoder.encode(a), encoder.encode(b)]
  let difference = left.length ^ right.length
  for (let i = 0; i < right.length; i++) difference |= (left[i] ?? 0) ^ (right[i] as number)
  return difference === 0
}

export const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
