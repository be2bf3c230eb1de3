/**
 * Carries announcements between processes through LISTEN and NOTIFY. They are sent in batches every few milliseconds, because
 * PostgreSQL runs the commits of NOTIFY one after the other. The listening connection opens with the first subscriber and is
 * opened again whenever it breaks.
 */
import pg from 'pg'
import type { Channel } from './announcements.ts'

const CHANNEL = 'tandem'
const GATHER_MS = 10
const REOPEN_MS = 1000
/** PostgreSQL accepts payloads of less than 8,000 bytes. */
const PAYLOAD_BYTES = 7999

export function openNotifyChannel(
  url: string,
  pool: pg.Pool,
  onError?: (error: Error) => void,
): Channel & { close(): Promise<void> } {
  const listeners: ((text: string) => void)[] = []
  const gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let closed = false

  function send(): void {
    timer = undefined
    const payloads: string[] = []
    for (const text of gathered) {
      const longer = payloads.length === 0 ? text : `${payloads.at(-1)}\n${text}`
      if (payloads.length > 0 && Buffer.byteLength(longer) <= PAYLOAD_BYTES) payloads.pop()
      payloads.push(Buffer.byteLength(longer) <= PAYLOAD_BYTES ? longer : text)
    }
    gathered.clear()
    for (const payload of payloads) {
      pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch((error: Error) => onError?.(error))
    }
  }

  async function open(): Promise<void> {
    if (closed) return
    const made = new pg.Client({
      connectionString: url,
      application_name: 'tandem listener',
      keepAlive: true,
    })
    let ended = false
    const reopen = (error?: Error) => {
      if (ended) return
      ended = true
      if (error) onError?.(error)
      made.end().catch(() => {})
      if (!closed) setTimeout(() => void open(), REOPEN_MS).unref()
    }
    made.on('error', reopen)
    made.on('end', () => reopen())
    made.on('notification', ({ payload }) => {
      for (const text of (payload ?? '').split('\n')) for (const listener of listeners) listener(text)
    })
    try {
      await made.connect()
      client = made
      await made.query(`LISTEN ${CHANNEL}`)
    } catch (error) {
      reopen(error as Error)
    }
  }

  return {
    publish(text) {
      if (closed) return
      gathered.add(text)
      timer ??= setTimeout(send, GATHER_MS)
    },
    subscribe(fn) {
      listeners.push(fn)
      if (listeners.length === 1) void open()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
