/** Reads server-sent events as a client would: by lines, with ids and comments kept. */

export interface SentEvent {
  readonly id: string | undefined
  readonly code: number
  readonly message: string
  readonly data: ReturnType<typeof JSON.parse>
}

export interface EventReader {
  readonly status: number
  readonly headers: Headers
  readonly events: readonly SentEvent[]
  readonly comments: readonly string[]
  /** Resolves once an event is so, or rejects when the stream ends before. */
  until(isSo: (event: SentEvent) => boolean): Promise<SentEvent>
  /** Resolves with all events when the server has closed the stream. */
  readonly ended: Promise<readonly SentEvent[]>
  /** Text pieces joined. */
  text(): string
  /** Hangs up. */
  leave(): void
}

export async function openEvents(
  url: string,
  options: { method?: string; key: string; body?: unknown; headers?: Record<string, string> },
): Promise<EventReader> {
  const abort = new AbortController()
  const response = await fetch(url, {
    method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${options.key}`,
      accept: 'text/event-stream',
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal: abort.signal,
  })
  const events: SentEvent[] = []
  const comments: string[] = []
  const watchers = new Set<() => void>()
  let isEnded = false
  const notify = () => {
    for (const watcher of [...watchers]) watcher()
  }
  if (response.status !== 200)
    throw new Error(`the stream answered ${response.status} ${await response.text()}`)

  async function read(): Promise<readonly SentEvent[]> {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    let rest = ''
    try {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        rest += decoder.decode(chunk, { stream: true })
        const blocks = rest.split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) take(block)
        notify()
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error
    } finally {
      isEnded = true
      notify()
    }
    return events
  }
  function take(block: string): void {
    let id: string | undefined
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) comments.push(line.slice(1).trim())
      else if (line.startsWith('id: ')) id = line.slice(4)
      else if (line.startsWith('data: ')) events.push({ id, ...JSON.parse(line.slice(6)) })
      else throw new Error(`not a line of an event: ${line}`)
    }
  }
  const ended = read()
  ended.catch(() => {})

  return {
    status: response.status,
    headers: response.headers,
    events,
    comments,
    until: (isSo) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(isSo)
          if (!found && !isEnded) return
          watchers.delete(look)
          if (found) resolve(found)
          else reject(new Error(`the stream ended with ${JSON.stringify(events)}`))
        }
        watchers.add(look)
        look()
      }),
    ended,
    text: () => events.flatMap(({ code, data }) => (code === 3 ? [data] : [])).join(''),
    leave: () => abort.abort(),
  }
}
