/** Whether a request is genuine: credentials and signature. Each check names itself when it fails. */

export interface Genuine {
  /** The credentials that are configured in Tandem: the username alone, or both. */
  readonly auth?: { readonly username: string; readonly secret?: string | undefined } | undefined
  /** Secrets that may have signed; several while they are rotated. */
  readonly signingSecrets?: readonly string[] | undefined
}

export type HeaderOf = (name: string) => string | undefined

/** A request may be this much older or younger than our clock says; more is a recorded request, or a wrong clock. */
const TOLERANCE_S = 300
const PREFIX = 'whsec_'
const encoder = new TextEncoder()

/** What is wrong with the credentials; undefined when nothing is. */
export function wrongAuthorization({ auth }: Genuine, header: HeaderOf): string | undefined {
  if (!auth) return undefined
  const { username, secret } = auth
  // Perhaps a variable of the environment is not set. Anybody could guess what it would be compared with.
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

/** What is wrong with the signature (Standard Webhooks); undefined when nothing is. */
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

/** The signature in base64, without its version. */
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

/** Takes the same time wherever two texts of one length differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [encoder.encode(a), encoder.encode(b)]
  let difference = left.length ^ right.length
  for (let i = 0; i < right.length; i++) difference |= (left[i] ?? 0) ^ (right[i] as number)
  return difference === 0
}

export const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
