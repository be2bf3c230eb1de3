/** Turns JSON log lines into readable ones for `tandem dev`: the time, the message and its fields. */
import type { DestinationStream } from 'pino'

/** Messages that say nothing beyond the card. */
const omitted = new Set([
  'starting',
  'listening',
  'the database was migrated',
  'an admin token was made and kept in the data folder',
])

export function readableLog(write: (line: string) => void): DestinationStream {
  return {
    write(json) {
      const { level, time, msg, reqId, err, method, path, status, ms, ...rest } = JSON.parse(json)
      if (omitted.has(msg) || msg.startsWith('Server listening')) return
      const at = new Date(time).toTimeString().slice(0, 8)
      if (msg === 'request') {
        write(`${at}  ${method} ${plain(path)} → ${status}  ${ms} ms  ${reqId}\n`)
        return
      }
      const fields = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      const cause = err
        ? `\n          ${String(err.stack ?? err.message)
            .split('\n')
            .map(plain)
            .join('\n')}`
        : ''
      const words = plain(`${msg} ${fields.join(' ')}`)
      write(`${at}  ${level === 'info' ? '' : `${level.toUpperCase()} `}${words}${cause}\n`)
    },
  }
}

/** Escapes control characters, so that text of others cannot begin a line or control the terminal. */
export const plain = (text: string) =>
  text.replace(/\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
