/**
 * What the loader draws: all of it in a shadow root, in styles that neither the styles nor the content policy of the page can
 * touch: they are set by script, and those of the host element itself are important.
 */
export interface Theme {
  readonly accent: string
  readonly accent_ink: string
  readonly side: string
  readonly offset_x: number
  readonly offset_y: number
  readonly icon: string
  readonly label: string
}

/** The signs, as paths on a field of 24 by 24. */
const icons: Record<string, string> = {
  chat: 'M4 4h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-9l-5 4v-4H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z',
  question: 'M8 9a4 4 0 1 1 6 3.5c-1.3.8-2 1.5-2 2.7M12 19v.1',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-5 16-5 16 0',
  close: 'M6 6l12 12M18 6L6 18',
}

const styles = `
button{all:unset;box-sizing:border-box;position:fixed;bottom:var(--y);display:flex;align-items:center;gap:10px;min-width:56px;height:56px;padding:0 16px;border-radius:28px;background:var(--accent);color:var(--ink);font:600 15px system-ui,sans-serif;cursor:pointer;box-shadow:0 4px 16px #0003}
button:focus-visible{outline:3px solid var(--ink);outline-offset:-6px}
svg{width:24px;height:24px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
b{position:absolute;top:-4px;right:-4px;min-width:10px;padding:0 5px;border-radius:10px;background:#b3261e;color:#fff;font:700 12px/20px system-ui,sans-serif;text-align:center}
[hidden]{display:none!important}
iframe{display:block;border:0;color-scheme:normal}
.panel{position:fixed;bottom:calc(var(--y) + 68px);width:min(400px,calc(100vw - 2*var(--x)));height:min(640px,calc(100dvh - var(--y) - 84px));border-radius:16px;box-shadow:0 8px 40px #0004}
.inline{width:100%;height:100%;min-height:400px}
.page{position:fixed;inset:0;width:100%;height:100%}
@media(max-width:480px),(max-height:480px){.panel{inset:0!important;width:100%;height:100%;border-radius:0}}`

export function drawHost(kind: string) {
  const host = document.createElement('div')
  const place =
    kind === 'inline'
      ? 'width:100%!important;height:100%!important'
      : 'position:fixed!important;z-index:2147483000!important'
  host.style.cssText = `all:initial!important;display:block!important;${place}`
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  host.dataset.tandem = kind
  return { host, root }
}

export function drawButton(root: ShadowRoot, title: string, theme: Theme, toggle: () => void) {
  const { style } = root.host as HTMLElement
  style.setProperty('--accent', theme.accent)
  style.setProperty('--ink', theme.accent_ink)
  style.setProperty('--x', `${theme.offset_x}px`)
  style.setProperty('--y', `${theme.offset_y}px`)
  style.setProperty('--side', theme.side)
  const button = document.createElement('button')
  button.style.setProperty(theme.side, 'var(--x)')
  const { icon, path } = drawIcon()
  const badge = document.createElement('b')
  badge.hidden = true
  button.append(icon, theme.label, badge)
  button.addEventListener('click', toggle)
  root.append(button)
  const show = (isOpen: boolean, unread: number) => {
    button.setAttribute('aria-expanded', String(isOpen))
    path.setAttribute('d', icons[isOpen ? 'close' : theme.icon] ?? icons.chat ?? '')
    badge.hidden = unread < 1
    badge.textContent = unread > 99 ? '99+' : String(unread)
    button.setAttribute('aria-label', (theme.label || title) + (unread > 0 ? ` (${badge.textContent})` : ''))
  }
  show(false, 0)
  return { show, focus: () => button.focus() }
}

function drawIcon() {
  const make = <K extends 'svg' | 'path'>(name: K) =>
    document.createElementNS('http://www.w3.org/2000/svg', name)
  const icon = make('svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  const path = make('path')
  icon.append(path)
  return { icon, path }
}

/** The frame of a chat behind a button stands above that; else it fills its place. */
export function drawFrame(root: ShadowRoot, src: string, title: string): HTMLIFrameElement {
  const { dataset, style } = root.host as HTMLElement
  const frame = document.createElement('iframe')
  frame.className = dataset.tandem === 'button' ? 'panel' : (dataset.tandem ?? '')
  if (dataset.tandem === 'button') frame.style.setProperty(style.getPropertyValue('--side'), 'var(--x)')
  frame.title = title
  frame.allow = 'autoplay; clipboard-write'
  // Not by `visibility`: browsers give frames that are hidden less of their time.
  frame.style.opacity = '0'
  frame.src = src
  root.append(frame)
  return frame
}
