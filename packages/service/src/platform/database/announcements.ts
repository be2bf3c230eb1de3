/**
 * Short words between processes through LISTEN and NOTIFY. They are gathered for a moment, because each NOTIFY makes
 * commits queue up. The listening connection is opened when somebody listens, and again whenever it breaks.
 */
import pg from 'pg'

const CHANNEL = 'tandem'
const GATHER_MS = 10
const REOPEN_MS = 1000
/** PostgreSQL takes payloads of less than 8,000 bytes. */
const PAYLOAD_CHARS = 7000

export function createAnnouncements(url: string, pool: pg.Pool, onError?: (error: Error) => void) {
  const listeners: ((text: string) => void)[] = []
  const gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let closed = false

  function send(): void {
    timer = undefined
    let payload = ''
    const payloads: string[] = []
    for (const text of gathered) {
      if (payload !== '' && payload.length + text.length > PAYLOAD_CHARS) {
        payloads.push(payload)
        payload = ''
      }
      payload += payload === '' ? text : `\n${text}`
    }
    gathered.clear()
    for (const one of [...payloads, payload]) {
      pool.query('SELECT pg_notify($1, $2)', [CHANNEL, one]).catch((error: Error) => onError?.(error))
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
    announce(text: string): void {
      if (closed) return
      gathered.add(text)
      timer ??= setTimeout(send, GATHER_MS)
    },
    onAnnounced(fn: (text: string) => void): void {
      listeners.push(fn)
      if (listeners.length === 1) void open()
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
