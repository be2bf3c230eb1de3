/** Types of `window.Tandem`, for pages written in TypeScript: copy this file, or load it from `/widget.d.ts` of your Tandem. */

/** Which chat is meant, where a page has several; else it is the first. */
interface TandemWhich {
  readonly agent?: string
}

interface TandemFunction {
  (command: 'open' | 'close' | 'hide' | 'show' | 'reset' | 'destroy', which?: TandemWhich): void
  /** `token` is a JWT that your server has signed. */
  (command: 'identify', token: string, which?: TandemWhich): void
  (command: 'on', event: 'ready' | 'open' | 'close', listener: () => void, which?: TandemWhich): void
  (command: 'on', event: 'unread', listener: (count: number) => void, which?: TandemWhich): void
  /** Calls made before the loader is there. */
  q?: unknown[]
}

interface Window {
  Tandem: TandemFunction
}
