/** Finds out why a signature does not fit: which bytes were signed with which secret, and where those at hand differ. */

/** What the receiver has. */
export interface Received {
  /** Lines of `name: value`. */
  readonly headers: string
  readonly body: string
  readonly secret: string
}

/** What was sent, where that is known. */
export interface Sent {
  readonly id: string
  readonly body: string
}

export type Finding =
  | { readonly is: 'missing'; readonly name: string }
  | { readonly is: 'badTimestamp'; readonly found: string }
  | { readonly is: 'noVersion' }
  | { readonly is: 'badSecret' }
  | { readonly is: 'fits'; readonly ageMs: number }
  /** The secret signs what was sent; the body at hand is another. */
  | { readonly is: 'fitsOurs'; readonly found: number; readonly sent: number; readonly at: number }
  | { readonly is: 'noFit' }

export interface Explained {
  readonly finding: Finding
  /** What is signed, when the headers tell. */
  readonly signed?: string
  /** Its signature with the secret. */
  readonly expected?: string
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const NEEDED = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

export async function explain(received: Received, sent: Sent | undefined, nowMs: number): Promise<Explained> {
  const headers = headersOf(received.headers)
  const missing = NEEDED.find((name) => !headers.has(name))
  if (missing) return { finding: { is: 'missing', name: missing } }
  const [id = '', timestamp = '', given = ''] = NEEDED.map((name) => headers.get(name))
  if (!/^\d{9,11}$/.test(timestamp)) return { finding: { is: 'badTimestamp', found: timestamp.slice(0, 40) } }
  const signed = `${id}.${timestamp}.${received.body}`
  const signatures = given
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => part.slice(3))
  if (signatures.length === 0) return { finding: { is: 'noVersion' }, signed }
  const key = await keyOf(received.secret)
  if (!key) return { finding: { is: 'badSecret' }, signed }
  const expected = await sign(key, signed)
  if (signatures.includes(expected))
    return { finding: { is: 'fits', ageMs: nowMs - Number(timestamp) * 1000 }, signed, expected }
  const isOurs = sent !== undefined && signatures.includes(await sign(key, `${id}.${timestamp}.${sent.body}`))
  if (!isOurs) return { finding: { is: 'noFit' }, signed, expected }
  return { finding: { is: 'fitsOurs', ...difference(received.body, sent.body) }, signed, expected }
}

function headersOf(text: string): Map<string, string> {
  const lines = text.split('\n').map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const
  })
  return new Map(lines.filter(([name]) => name !== ''))
}

function difference(found: string, sent: string): { found: number; sent: number; at: number } {
  const [a, b] = [found, sent].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array]
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return { found: a.length, sent: b.length, at }
}

async function keyOf(secret: string): Promise<Key | undefined> {
  const text = secret.trim().replace(/^whsec_/, '')
  if (text === '' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  } catch {
    return undefined
  }
}

async function sign(key: Key, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)))
  return btoa(String.fromCharCode(...bytes))
}
