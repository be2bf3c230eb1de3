/** Reads server-sent events as EventSource does, with the chat's token in a header: addresses end up in logs of proxies. */

const CONNECTING = 0
const OPEN = 1
const CLOSED = 2
const AGAIN_MS = 1000
/** The service says something every ten seconds: a connection that is silent for longer is lost, as after a night asleep. */
const SILENT_MS = 30_000

/** Tells `open`, `error` and the events by their names. After `error` it is closed, or tries again by itself. */
export class EventReader extends EventTarget {
  static OPEN = OPEN
  static CLOSED = CLOSED
  readyState: number = CONNECTING
  #attempt = new AbortController()
  #silence: number | undefined
  readonly #url: string
  readonly #token: string
  #lastId: string

  constructor(url: string, token: string, lastId: number) {
    super()
    this.#url = url
    this.#token = token
    this.#lastId = String(lastId)
    void this.#read()
  }

  close() {
    this.readyState = CLOSED
    clearTimeout(this.#silence)
    this.#attempt.abort()
  }

  async #read(): Promise<void> {
    while (this.readyState !== CLOSED) {
      const response = await this.#open()
      if (this.#isClosed()) return
      if (response && !response.ok) {
        this.close()
        this.dispatchEvent(new Event('error'))
        return
      }
      if (response?.body) {
        this.readyState = OPEN
        this.dispatchEvent(new Event('open'))
        await this.#take(response.body)
        if (this.#isClosed()) return
      }
      this.readyState = CONNECTING
      this.dispatchEvent(new Event('error'))
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }

  /** Closing happens elsewhere, while this waits. */
  #isClosed = () => this.readyState === CLOSED

  /** Something came; the next has to come in time. */
  #heard(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#attempt.abort(), SILENT_MS)
  }

  async #open(): Promise<Response | undefined> {
    this.#attempt = new AbortController()
    this.#heard()
    try {
      return await fetch(this.#url, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${this.#token}`,
          'last-event-id': this.#lastId,
        },
        cache: 'no-store',
        signal: this.#attempt.signal,
      })
    } catch {
      return undefined
    }
  }

  /** Until the stream ends or breaks off. */
  async #take(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader()
    const decoder = new TextDecoder()
    let text = ''
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        this.#heard()
        text += decoder.decode(value, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) this.#tell(block)
      }
    } catch {}
  }

  #tell(block: string): void {
    let name = 'message'
    const data: string[] = []
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':')
      const value = line.slice(colon + 1).replace(/^ /, '')
      if (colon > 0 && line.startsWith('event:')) name = value
      else if (line.startsWith('data:')) data.push(value)
      else if (line.startsWith('id:')) this.#lastId = value
    }
    if (data.length > 0 && this.readyState === OPEN)
      this.dispatchEvent(new MessageEvent(name, { data: data.join('\n'), lastEventId: this.#lastId }))
  }
}
