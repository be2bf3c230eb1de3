/** Sends the response of a handler in any of its forms. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openStream, type StreamContext, sendJson, sendJsonParts, sendParts } from './event-stream.ts'
import { type HoldFor, READ_WITHIN_MS, tooMuch } from './limit-unread.ts'
import type { RouteResponse } from './route.ts'

export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: RouteResponse,
  { holdFor, ...context }: Omit<StreamContext, 'requestId' | 'hold'> & { readonly holdFor: HoldFor },
): FastifyReply {
  const { status = 200, headers, events, longJson, chunks, bytes, text, json, contentType } = response
  if (response.drop) {
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  if (response.unknown) {
    reply.callNotFound()
    return reply
  }
  if (events) {
    const more = { requestId: request.id, hold: holdFor(request) }
    return openStream(reply, { ...response, events }, { ...context, ...more })
  }
  reply.code(status)
  if (headers) reply.headers(headers)
  if (longJson || chunks) reply.raw.setTimeout(READ_WITHIN_MS, () => reply.raw.destroy())
  if (longJson) {
    const leave = holdFor(request)(longJson.bytes)
    if (!leave) throw tooMuch()
    if (reply.raw.destroyed) leave()
    else reply.raw.once('close', leave)
    return sendJsonParts(request, reply, longJson.parts)
  }
  if (chunks) {
    return sendParts(request, reply.type(contentType ?? 'text/plain; charset=utf-8'), chunks)
  }
  if (bytes !== undefined) return reply.type(contentType ?? 'application/octet-stream').send(bytes)
  if (text !== undefined) return reply.type(contentType ?? 'text/plain; charset=utf-8').send(text)
  return json === undefined ? reply.send() : sendJson(request, reply, json)
}
