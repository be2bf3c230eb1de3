/** Responds to a request that failed: with an entry of the catalogue. The log line says more. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway, isDatabaseBusy, type WriteRefusal, writeRefusal } from '../database/trouble.ts'
import { busy, Fault, publicFace } from '../fault.ts'
import { sendJson } from './event-stream.ts'
import { hasBody } from './route-body.ts'

const DATABASE_AWAY = 'The database does not answer. Try again in a moment.'
const DATABASE_BUSY =
  'The database took too long: it has too much to do, or something holds what is needed. Try again in a moment.'
const REFUSALS = {
  full: 'The disk of the database is full, so nothing can be stored.',
  'read-only': 'The database is read-only at present, so nothing can be stored.',
  failing: 'The disk of the database fails, so nothing can be stored.',
} satisfies Record<WriteRefusal, string>

/** The fault for trouble with the database; undefined for other errors. */
function ofDatabase(error: unknown): Fault | undefined {
  if (error instanceof Fault) return undefined
  const refusal = writeRefusal(error)
  if (refusal) return new Fault('unavailable', REFUSALS[refusal])
  const why = isDatabaseBusy(error) ? DATABASE_BUSY : isDatabaseAway(error) ? DATABASE_AWAY : undefined
  return why === undefined ? undefined : busy(why)
}

export function fail(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const shown = ofDatabase(error) ?? error
  const { status, body } = publicFace(shown)
  if (status >= 500 && !(error instanceof Fault && error.entry === 'unavailable')) {
    request.log.error({ err: error }, 'the request failed')
  } else {
    request.log.debug({ code: body.code, detail: body.hint ?? body.message }, 'the request was refused')
  }
  // A caller that has hung up gets no response. Thousands may hang up in the same tick.
  if (reply.raw.destroyed) return reply.hijack()
  if (shown instanceof Fault && shown.headers) reply.headers(shown.headers)
  letCallerFinish(request.raw, reply)
  return sendJson(request, reply.code(status), body)
}

/** If the connection were closed while the caller still sends its body, the caller could not read the response. */
function letCallerFinish(raw: IncomingMessage, reply: FastifyReply): void {
  const closes = raw.headers.connection?.toLowerCase() === 'close'
  if (!closes || raw.complete || !hasBody(raw) || reply.hasHeader('connection')) return
  reply.header('connection', 'keep-alive')
  const close = () => raw.socket.end()
  reply.raw.once('finish', () => (raw.complete ? close() : raw.once('end', close)))
}
