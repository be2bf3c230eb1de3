/** Reads server-sent events as EventSource does, with the chat's token in a header: addresses end up in logs of proxies. */

const CONNECTING = 0
const OPEN = 1
const CLOSED = 2
const AGAIN_MS = 1000

/** Tells `open`, `error` and the events by their names. After `error` it is closed, or tries again by itself. */
export class EventReader extends EventTarget {
  static OPEN = OPEN
  static CLOSED = CLOSED
  readyState = CONNECTING
  #abort = new AbortController()
  #url
  #token
  #lastId

  constructor(url, token, lastId) {
    super()
    this.#url = url
    this.#token = token
    this.#lastId = lastId
    void this.#read()
  }

  close() {
    this.readyState = CLOSED
    this.#abort.abort()
  }

  async #read() {
    while (this.readyState !== CLOSED) {
      const response = await this.#open()
      if (this.readyState === CLOSED) return
      if (response && !response.ok) {
        this.close()
        this.dispatchEvent(new Event('error'))
        return
      }
      if (response) {
        this.readyState = OPEN
        this.dispatchEvent(new Event('open'))
        await this.#take(response.body.pipeThrough(new TextDecoderStream()).getReader())
        if (this.readyState === CLOSED) return
      }
      this.readyState = CONNECTING
      this.dispatchEvent(new Event('error'))
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }

  async #open() {
    try {
      return await fetch(this.#url, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${this.#token}`,
          'last-event-id': String(this.#lastId),
        },
        cache: 'no-store',
        signal: this.#abort.signal,
      })
    } catch {
      return undefined
    }
  }

  /** Until the stream ends or breaks off. */
  async #take(reader) {
    let text = ''
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        text += value
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) this.#tell(block)
      }
    } catch {}
  }

  #tell(block) {
    let name = 'message'
    const data = []
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':')
      const value = line.slice(colon + 1).replace(/^ /, '')
      if (colon > 0 && line.startsWith('event:')) name = value
      else if (line.startsWith('data:')) data.push(value)
      else if (line.startsWith('id:')) this.#lastId = value
    }
    if (data.length > 0 && this.readyState === OPEN)
      this.dispatchEvent(new MessageEvent(name, { data: data.join('\n'), lastEventId: String(this.#lastId) }))
  }
}
