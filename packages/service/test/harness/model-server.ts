/**
 * An OpenAI-compatible endpoint for tests: real HTTP on loopback for chat completions (streamed and whole), embeddings,
 * speech and transcriptions. It records every request and answers as scripted, badly if asked to. Nothing here sleeps:
 * tests wait for requests, and hold answers with a latch.
 *
 *   const server = await startModelServer()
 *   // Configuration: TANDEM_MODEL_BASE_URL = server.url, TANDEM_MODEL = 'any-name'
 *   server.answer(() => ({ kind: 'chat', pieces: ['Hel', 'lo'] }))                   // every request from now on
 *   server.answerNext({ kind: 'fail', status: 429, retryAfter: '7' })                // only the next one, in order
 *   server.answer(({ path }) => (path.endsWith('/embeddings') ? { kind: 'stall' } : undefined))   // undefined: the default
 *   server.requests[0]?.json                                                         // what was asked
 */
import type { IncomingMessage } from 'node:http'
import { defaultReply, type ModelReply, type ModelRequest, performReply } from './model-replies.ts'
import { type RecordingServer, startRecordingServer } from './recording-server.ts'

export type { ModelReply, ModelRequest }

export interface ModelServer extends RecordingServer<ModelRequest> {
  /** The base URL, `/v1` included. */
  readonly url: string
  /** How requests are answered from now on; what it leaves undefined gets a plain good answer. */
  answer(script: (request: ModelRequest) => ModelReply | undefined): void
  /** How the next requests are answered, one reply each, before the script is asked. */
  answerNext(...replies: ModelReply[]): void
}

export async function startModelServer(): Promise<ModelServer> {
  const queued: ModelReply[] = []
  let script: (request: ModelRequest) => ModelReply | undefined = () => undefined
  const server = await startRecordingServer<ModelRequest>({
    read,
    answer(request) {
      const reply = queued.shift() ?? script(request) ?? defaultReply(request)
      return (response) => performReply(reply, request, response)
    },
  })
  const own = {
    url: `http://127.0.0.1:${server.port}/v1`,
    answer(next: typeof script) {
      script = next
    },
    answerNext(...replies: ModelReply[]) {
      queued.push(...replies)
    },
  }
  return Object.assign(server, own)
}

async function read(incoming: IncomingMessage, body: Buffer): Promise<Omit<ModelRequest, 'number'>> {
  const { method = '', headers } = incoming
  const path = (incoming.url ?? '').replace(/^\/v1/, '')
  const type = headers['content-type'] ?? ''
  const form = type.startsWith('multipart/form-data') ? await readForm(body, type) : undefined
  return { method, path, headers, body, json: parse(body), form }
}

async function readForm(body: Buffer, type: string): Promise<ModelRequest['form']> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const fields: NonNullable<ModelRequest['form']> = {}
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') fields[name] = value
    else {
      const bytes = Buffer.from(await value.arrayBuffer())
      fields[name] = { name: value.name, type: value.type, bytes }
    }
  }
  return fields
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
