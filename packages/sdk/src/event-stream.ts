/** Reads server-sent events, and continues after a lost connection. */
import {
  type CallOptions,
  type Connection,
  isTransient,
  LONGEST_WAIT_MS,
  type Outgoing,
  retryDelayMs,
  timeLimit,
} from './connection.ts'
import { TandemError } from './error.ts'

export interface ServerEvent {
  /** The id from which the stream can continue; empty if the event has none. */
  readonly id: string
  /** The kind of event; `message` if the service names none. */
  readonly event: string
  readonly data: string
}

/** The kind of a comment, which only keeps the connection open. */
const COMMENT = ''

export interface Stream {
  /** The request that continues after the event `lastId`; undefined before the first event. */
  request(lastId: string | undefined): Outgoing
  /** Says whether the event is the last one of the stream, or a failure. */
  judge?(event: ServerEvent): 'last' | TandemError | undefined
}

/**
 * Yields the events of a stream, reconnecting when the connection is lost. Ends after the last event, or when the service has
 * no further events (204). Throws when more than `maxRetries` consecutive connections brought nothing, not even a comment.
 */
export async function* resumedEvents(
  connection: Connection,
  stream: Stream,
  options: CallOptions = {},
): AsyncGenerator<ServerEvent> {
  const { signal, maxRetries = connection.maxRetries, timeoutMs = connection.timeoutMs } = options
  let lastId: string | undefined
  let failures = 0
  for (;;) {
    const limit = timeLimit(timeoutMs, signal)
    let failure: TandemError
    try {
      const outgoing = stream.request(lastId)
      const headers = { accept: 'text/event-stream', ...outgoing.headers }
      const response = await connection.open({ ...outgoing, headers }, limit.signal)
      if (response.status === 204) return
      for await (const event of eventsOf(response, limit.renew)) {
        const verdict = event.event === COMMENT ? undefined : stream.judge?.(event)
        if (verdict instanceof TandemError) throw verdict
        failures = 0
        if (event.id) lastId = event.id
        if (event.event !== COMMENT) {
          // The time limit is that of the service, not of the caller's work with the event.
          limit.hold()
          yield event
          limit.renew()
        }
        if (verdict === 'last') return
      }
      throw new Error('the stream ended before its last event')
    } catch (error) {
      failure = limit.explain(error)
    } finally {
      limit.end()
    }
    const delayMs = retryDelayMs(failure, failures)
    if (!isTransient(failure) || failures >= maxRetries || delayMs > LONGEST_WAIT_MS) throw failure
    await connection.wait(delayMs, signal)
    failures++
  }
}

/** Yields the events of one response, wherever its chunks are cut. Calls `onBytes` for every chunk, as a sign of life. */
export async function* eventsOf(response: Response, onBytes: () => void): AsyncGenerator<ServerEvent> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.split('\n\n')
      rest = blocks.pop() as string
      for (const block of blocks) yield eventOf(block)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function eventOf(block: string): ServerEvent {
  const field = (name: string) =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
  const data = field('data')
  if (data.length === 0) return { id: '', event: COMMENT, data: '' }
  return { id: field('id').at(-1) ?? '', event: field('event').at(-1) ?? 'message', data: data.join('\n') }
}
