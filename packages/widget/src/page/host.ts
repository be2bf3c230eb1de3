/**
 * The page around the chat, where `widget.js` shows it in a frame. Which one it is stands in the address; messages go to it and
 * come from it alone. Who may show the chat in a frame at all, the service says with the page (`frame-ancestors`).
 */
const given = new URLSearchParams(location.hash.slice(1))
const host = given.get('host')
/** Without `#host` the chat stands by itself, also in a frame that somebody wrote by hand. */
export const isEmbedded = host !== null && parent !== window
/** Behind a button that can close it. */
export const isBehindButton = isEmbedded && given.get('mode') === 'button'
/** A part of the page, there from the beginning. */
export const isInline = isEmbedded && !isBehindButton
/** The loader has nothing to hand in: the chat begins without waiting for it. */
export const isNewVisitor = isEmbedded && given.has('new')
// A frame that is loaded again goes on with the chat that it has begun: the loader has its token then.
if (isNewVisitor) history.replaceState(null, '', location.hash.replace('&new', ''))
/** A page of a file or an app has no origin to name; the service lets those show the chat only where its owner wants that. */
const target = host === 'null' ? '*' : (host ?? '')
/** A loader that does not answer is none of ours. */
const ANSWERS_MS = 3000
const LONGEST = 8000

export interface Welcome {
  readonly token?: string | undefined
  readonly userJwt?: string | undefined
  readonly isOpen: boolean
}

interface FromHost {
  readonly tandem?: unknown
  readonly type?: unknown
  readonly token?: unknown
  readonly user_jwt?: unknown
  readonly is_open?: unknown
}

export function tellHost(message: {
  readonly type: string
  readonly token?: string
  readonly count?: number
}) {
  if (isEmbedded) parent.postMessage({ tandem: 1, ...message }, target)
}

/** Calls `fn` for each message of the host that has the shape of one. */
export function onHost(fn: (type: string, message: FromHost) => void): void {
  if (!isEmbedded) return
  addEventListener('message', ({ source, origin, data }: MessageEvent<FromHost | null>) => {
    if (source !== parent || origin !== host || typeof data !== 'object' || data?.tandem !== 1) return
    if (typeof data.type === 'string') fn(data.type, data)
  })
}

export const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : undefined

/** What the loader hands in: the token of an earlier chat, and who the visitor is. */
export function welcomed(): Promise<Welcome> {
  if (isNewVisitor) tellHost({ type: 'ready' })
  if (!isEmbedded || isNewVisitor) return Promise.resolve({ isOpen: true })
  return new Promise((resolve) => {
    const alone = setTimeout(() => resolve({ isOpen: true }), ANSWERS_MS)
    onHost((type, { token, user_jwt, is_open }) => {
      if (type !== 'init') return
      clearTimeout(alone)
      resolve({ token: textOf(token), userJwt: textOf(user_jwt), isOpen: is_open !== false })
    })
    tellHost({ type: 'ready' })
  })
}
