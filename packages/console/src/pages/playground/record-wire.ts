/** Writes down what goes over the wire between the playground and the service, both ways, while it goes. */

export interface Exchange {
  readonly id: number
  readonly at: number
  readonly method: string
  /** The path that a caller with an API key would use. */
  readonly path: string
  readonly body: string | undefined
  /** Undefined until there is a response. */
  readonly status?: number
  readonly tookMs?: number
  /** The body of the response; of a stream, what has come so far. */
  readonly response?: string
  /** The events of a stream, each as it came. */
  readonly frames?: readonly Frame[]
  readonly error?: string
}

export interface Frame {
  readonly afterMs: number
  readonly text: string
}

export type Told = (exchange: Exchange) => void

/** Exchanges of all recorders of the page have numbers of their own. */
let lastId = 0

/** People reach the routes of API keys below the agent; a developer's server reaches them without that. */
const ownPath = (url: string) => {
  const { pathname, search } = new URL(url, location.origin)
  return `${pathname.replace(/^\/admin\/v1\/agents\/[^/]+\/api/, '')}${search}`
}

/** For the SDK in place of the browser's own; `tell` hears of an exchange each time more of it is known. */
export function recordingFetch(tell: Told): typeof fetch {
  const send = globalThis.fetch
  return async (input, init) => {
    lastId += 1
    const began = performance.now()
    let known: Exchange = {
      id: lastId,
      at: Date.now(),
      method: init?.method ?? 'GET',
      path: ownPath(String(input)),
      body: typeof init?.body === 'string' ? init.body : undefined,
    }
    const learn = (more: Partial<Exchange>) => {
      known = { ...known, ...more }
      tell(known)
    }
    learn({})
    try {
      const response = await send(input, init)
      const tookMs = performance.now() - began
      learn({ status: response.status, tookMs })
      if (!response.body) return response
      const [ours, theirs] = response.body.tee()
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
      void readAll(ours, isStream, began, learn)
      return new Response(theirs, { status: response.status, headers: response.headers })
    } catch (error) {
      learn({ error: String(error), tookMs: performance.now() - began })
      throw error
    }
  }
}

async function readAll(
  body: ReadableStream<Uint8Array>,
  isStream: boolean,
  began: number,
  learn: (more: Partial<Exchange>) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  const frames: Frame[] = []
  let text = ''
  let rest = ''
  try {
    for await (const chunk of chunksOf(body)) {
      const piece = decoder.decode(chunk, { stream: true })
      text += piece
      if (!isStream) continue
      const afterMs = performance.now() - began
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop() ?? ''
      frames.push(...blocks.map((block) => ({ afterMs, text: block })))
      learn({ frames: [...frames], response: text })
    }
    learn({ response: text, tookMs: performance.now() - began })
  } catch (error) {
    learn({ response: text, error: String(error) })
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
