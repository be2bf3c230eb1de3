/**
 * One chat on somebody's page: a button whose frame is made at the first opening, or a frame in a place of the page. The token of the
 * chat is kept here, with the page, since browsers let a frame of another site keep nothing; it goes into the frame by message.
 */
import { drawButton, drawFrame, drawHost, type Theme } from './draw.ts'

export interface Given {
  /** Origin of the service; messages go to it and come from it alone. */
  readonly service: string
  readonly agent: string
  readonly mode: string | undefined
  readonly target: string | undefined
  readonly lang: string | undefined
}

interface FromFrame {
  readonly tandem: 1
  readonly type: string
  readonly token?: unknown
  readonly count?: unknown
}

const TOKEN = /^[\w-]{1,200}$/
const AGAIN_MS = 5000

export function putChat({ service, agent, mode, target, lang }: Given) {
  const keptAs = `tandem:${agent}`
  const kind = mode === 'inline' || mode === 'page' ? mode : 'button'
  const isButton = kind === 'button'
  const { host, root } = drawHost(kind)
  const listeners: [string, (detail?: unknown) => void][] = []
  let button: ReturnType<typeof drawButton> | undefined
  let frame: HTMLIFrameElement | undefined
  let isOpen = false
  let jwt: string | undefined
  let title = 'Chat'
  let isOver = false
  let isReady = false
  let waitMs = AGAIN_MS

  const tell = (name: string, detail?: unknown) => {
    for (const [wanted, fn] of listeners) if (wanted === name) fn(detail)
  }
  /** Before the page in the frame is there, nobody would hear it; it is told all when it says that it is ready. */
  const send = (message: object) => {
    if (isReady) frame?.contentWindow?.postMessage({ tandem: 1, ...message }, service)
  }

  function makeFrame() {
    const language = lang ? `?lang=${encodeURIComponent(lang)}` : ''
    // A new visitor needs no greeting: the page begins at once.
    const from = `#host=${encodeURIComponent(self.origin)}&mode=${isButton ? kind : 'inline'}${jwt || kept() ? '' : '&new'}`
    const made = drawFrame(root, `${service}/chat/${encodeURIComponent(agent)}${language}${from}`, title)
    frame = made
    // Where the service is away the browser puts words of its own into the frame: nobody sees them, and it is tried again.
    made.onload = () => later(() => made === frame && !isReady && dropFrame())
  }

  function later(act: () => void) {
    setTimeout(act, waitMs)
    waitMs += AGAIN_MS
  }

  function set(open: boolean) {
    if (isOver || (isButton && !button)) {
      wantsOpen = open
      return
    }
    if (open === isOpen) return
    isOpen = open
    if (open && !frame) makeFrame()
    if (frame) frame.hidden = !open
    button?.show(open, 0)
    send({ type: open ? 'open' : 'close' })
    if (open) frame?.focus()
    else button?.focus()
    tell(open ? 'open' : 'close')
  }
  let wantsOpen = false

  function onMessage({ source, origin, data }: MessageEvent<FromFrame>) {
    if (!frame || source !== frame.contentWindow || origin !== service || data?.tandem !== 1) return
    const { type, token, count } = data
    if (type === 'ready') {
      isReady = true
      frame.style.opacity = ''
      if (isButton && isOpen) frame.focus()
      send({ type: 'init', token: kept(), user_jwt: jwt, is_open: isOpen })
    } else if (type === 'token' && typeof token === 'string' && TOKEN.test(token)) keep(token)
    else if (type === 'unread' && Number.isInteger(count)) button?.show(isOpen, Number(count))
    else if (type === 'close' && isButton) set(false)
    if (type === 'ready' || type === 'unread') tell(type, count)
  }

  /** Another tab has begun another chat, or has forgotten the visitor. */
  function onStorage({ key, newValue }: StorageEvent) {
    if (key !== keptAs) return
    if (newValue) send({ type: 'token', token: kept() })
    else reset()
  }

  /** Where nothing may be kept, the chat lasts as long as the page. */
  let token: string | undefined
  function keep(given: string | undefined) {
    token = given
    try {
      if (given) localStorage.setItem(keptAs, given)
      else localStorage.removeItem(keptAs)
    } catch {}
  }
  function kept() {
    try {
      return localStorage.getItem(keptAs) ?? token
    } catch {
      return token
    }
  }

  function dropFrame() {
    frame?.remove()
    frame = undefined
    isReady = false
    if (isOpen) makeFrame()
    else button?.show(false, 0)
  }

  async function start() {
    if (!isButton) {
      const place = kind === 'page' ? document.documentElement : document.querySelector(target ?? '')
      if (!place) return console.warn(`Tandem: found nothing at data-target ${target}`)
      place.append(host)
      isOpen = true
      return makeFrame()
    }
    const response = await fetch(`${service}/web/v1/agents/${encodeURIComponent(agent)}/config`, {
      credentials: 'omit',
    })
    const config: { title: string; theme: Theme; hint?: string; message?: string } = await response.json()
    if (!response.ok) throw new Error(config.hint ?? config.message)
    if (isOver) return
    title = config.title
    button = drawButton(root, title, config.theme, () => set(!isOpen))
    document.documentElement.append(host)
    if (wantsOpen) set(true)
  }

  function begin() {
    start().catch((error) => {
      console.warn(`Tandem: no chat here: ${error.message}`)
      // Nobody was there to answer.
      if (error instanceof TypeError && !isOver) later(begin)
    })
  }

  /** Forgets the visitor, as when somebody signs out. */
  function reset() {
    jwt = undefined
    keep(undefined)
    if (frame) dropFrame()
  }

  addEventListener('message', onMessage)
  addEventListener('storage', onStorage)
  begin()

  return {
    open: () => set(true),
    close: () => set(false),
    hide: () => host.style.setProperty('display', 'none', 'important'),
    show: () => host.style.setProperty('display', 'block', 'important'),
    /** Says who the visitor is, by a token that the server of the page has signed. */
    identify(given: string) {
      jwt = given
      send({ type: 'identify', user_jwt: given })
    },
    reset,
    on: (name: string, fn: (detail?: unknown) => void) => void listeners.push([name, fn]),
    destroy() {
      isOver = true
      removeEventListener('message', onMessage)
      removeEventListener('storage', onStorage)
      host.remove()
    },
  }
}
