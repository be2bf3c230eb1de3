/** Reads a stream of server-sent events as a browser does, one event at a time. */
export interface SeenEvent {
  readonly event: string
  readonly id: string | null
  readonly data: ReturnType<typeof JSON.parse>
}

export interface Reader extends AsyncDisposable {
  readonly status: number
  readonly headers: Headers
  /** The next event; pings are passed over. Undefined when the stream has ended. */
  next(): Promise<SeenEvent | undefined>
  /** Reads until an event that fits, which is the last of those answered. */
  until(isIt: (event: SeenEvent) => boolean): Promise<SeenEvent[]>
  leave(): Promise<void>
}

/** A token in the query is sent as the page sends it, in the header. */
export async function readEvents(address: string, given: Record<string, string> = {}): Promise<Reader> {
  const url = new URL(address)
  const token = url.searchParams.get('token')
  url.searchParams.delete('token')
  const headers = { ...given, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''

  async function next(): Promise<SeenEvent | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end !== -1) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        if (!block.startsWith(':')) return parsed(block)
        continue
      }
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return undefined
      text += chunk.value
    }
  }

  const leave = async () => {
    abort.abort()
    await reader?.cancel().catch(() => {})
  }
  return {
    status: response.status,
    headers: response.headers,
    next,
    async until(isIt) {
      const seen: SeenEvent[] = []
      for (;;) {
        const event = await next()
        if (!event) throw new Error(`the stream ended after ${JSON.stringify(seen)}`)
        seen.push(event)
        if (isIt(event)) return seen
      }
    },
    leave,
    [Symbol.asyncDispose]: leave,
  }
}

function parsed(block: string): SeenEvent {
  const field = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n')
  const id = field('id')
  return { event: field('event') || 'message', id: id === '' ? null : id, data: JSON.parse(field('data')) }
}
