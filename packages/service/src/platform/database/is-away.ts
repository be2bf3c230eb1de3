/** Whether a failure says that the database could not be reached, as while it restarts: then it helps to try again. */

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Of PostgreSQL: connection exceptions, no connection left, a server that goes down or comes up, a database that takes none. */
const SERVER = /^(?:08\w{3}|53300|57P0[1-4]|55000|3D000)$/
/** What the driver says where it has no code. */
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return NETWORK.has(code) || SERVER.test(code)
  return DRIVER.test(error.message)
}
