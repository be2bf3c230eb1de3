/** Turns log lines into something a person reads beside the card: time, what happened, and only the fields that matter. */
import type { DestinationStream } from 'pino'

const hushed = new Set([
  'starting',
  'listening',
  'the database was migrated',
  'an admin token was made and kept in the data folder',
])

export function readableLog(write: (line: string) => void): DestinationStream {
  return {
    write(json) {
      const { level, time, msg, reqId, err, method, path, status, ms, ...rest } = JSON.parse(json)
      if (hushed.has(msg) || msg.startsWith('Server listening')) return
      const at = new Date(time).toTimeString().slice(0, 8)
      if (msg === 'request') {
        write(`${at}  ${method} ${path} → ${status}  ${ms} ms  ${reqId}\n`)
        return
      }
      const fields = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      const cause = err ? `\n          ${err.stack ?? err.message}` : ''
      write(`${at}  ${level === 'info' ? '' : `${level.toUpperCase()} `}${msg} ${fields.join(' ')}${cause}\n`)
    },
  }
}
