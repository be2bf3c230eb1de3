/**
 * Responses for callers that read everything with an event-source client: what would be a JSON body, or a failure, comes as
 * one server-sent event. Such clients read the body of a 200 only, so the status is 200 there, and `code` in the event tells
 * a failure. GET keeps its status: an event source asks again after every 200, and stops at any other status.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Whether a caller asks for server-sent events, and so knows their ids and comments. */
export const readsEvents = ({ accept }: IncomingHttpHeaders): boolean =>
  accept !== undefined && /\btext\/event-stream\b/i.test(accept)

/** A caller that takes JSON too gets JSON where there is one thing to say. */
const readsOnlyEvents = (headers: IncomingHttpHeaders): boolean =>
  readsEvents(headers) && !/\bapplication\/json\b/i.test(headers.accept ?? '')

export function sendJson(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  const json = JSON.stringify(body)
  if (!readsOnlyEvents(request.headers)) return reply.type('application/json; charset=utf-8').send(json)
  if (request.method !== 'GET') reply.code(200)
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`data: ${json}\n\n`)
}
