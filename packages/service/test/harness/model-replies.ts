/** What the scripted model endpoint can be asked and can reply, and how it puts each kind of reply on the wire. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Latch } from './developer-server.ts'

export interface ModelRequest {
  /** 1 for the first request this server received. */
  readonly number: number
  readonly method: string
  /** Below the base URL: `/chat/completions`, `/embeddings`, `/audio/speech`, `/audio/transcriptions`. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The parsed body; undefined when it is not JSON. */
  readonly json: Record<string, unknown> | undefined
  /** The fields of a multipart body: text, or a file. */
  readonly form: Record<string, string | { name: string; type: string; bytes: Buffer }> | undefined
}

export interface ToolCallReply {
  readonly name: string
  /** JSON text, sent as it is; cut into two pieces when streamed. */
  readonly arguments: string
}

/** Numbers as an endpoint reports them; null reports none. */
export interface UsageReply {
  readonly prompt: number
  readonly completion: number
  readonly reasoning?: number
}

export type ModelReply =
  /** A chat answer: streamed piece by piece when the request asks for it, else whole. A latch holds what follows it. */
  | {
      kind: 'chat'
      pieces?: readonly (string | Latch)[]
      reasoning?: string
      tools?: readonly ToolCallReply[]
      usage?: UsageReply | null
      /** `stop` or `tool_calls` unless told otherwise; null never says. */
      finish?: string | null
    }
  /** One vector per input; the default makes vectors of 8 numbers out of the words. */
  | { kind: 'embeddings'; vectors: readonly (readonly number[])[]; isShuffled?: boolean }
  | { kind: 'audio'; bytes: Buffer; mimeType?: string }
  | { kind: 'transcript'; text: string }
  | { kind: 'fail'; status: number; message?: string; retryAfter?: string; body?: string }
  /** Begins a streamed chat answer with these pieces, if any, and then never goes on. */
  | { kind: 'stall'; after?: readonly string[] }
  /** Begins a streamed chat answer with these pieces, if any, and then closes the connection. */
  | { kind: 'cut'; after?: readonly string[] }
  /** Bytes as they are: bad JSON, bad UTF-8, invalid event lines, redirects. A latch holds what follows it. */
  | {
      kind: 'raw'
      chunks: readonly (string | Buffer | Latch)[]
      status?: number
      headers?: Record<string, string>
    }
  /** Pours this many bytes of a single endless event, or of an audio file. */
  | { kind: 'huge'; bytes: number }
  /** Answers with the reply, or the default, once the latch is released. */
  | { kind: 'hold'; latch: Latch; reply?: ModelReply }

type ChatReply = ModelReply & { kind: 'chat' }

const DEFAULT_USAGE: UsageReply = { prompt: 12, completion: 3 }

export function defaultReply({ path, json }: ModelRequest): ModelReply {
  if (path === '/chat/completions') return { kind: 'chat' }
  if (path === '/audio/speech') return { kind: 'audio', bytes: Buffer.from('ID3 sound') }
  if (path === '/audio/transcriptions') return { kind: 'transcript', text: 'what was said' }
  if (path === '/embeddings') {
    const { input } = json as { input: string | string[] }
    return { kind: 'embeddings', vectors: [input].flat().map(wordVector) }
  }
  return { kind: 'fail', status: 404, message: `no such path: ${path}` }
}

/** Texts with words in common get vectors near each other. */
function wordVector(text: string): number[] {
  const vector = new Array<number>(8).fill(0)
  for (const word of text.toLowerCase().split(/\W+/)) {
    let hash = 0
    for (const char of word) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
    vector[hash % 8] = (vector[hash % 8] ?? 0) + 1
  }
  return vector
}

export async function performReply(
  reply: ModelReply,
  request: ModelRequest,
  response: ServerResponse,
): Promise<void> {
  switch (reply.kind) {
    case 'hold':
      await reply.latch.released
      return performReply(reply.reply ?? defaultReply(request), request, response)
    case 'chat':
      return request.json?.stream === true ? streamChat(reply, response) : wholeChat(reply, response)
    case 'embeddings': {
      const data = reply.vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
      if (reply.isShuffled) data.reverse()
      return sendJson(response, { object: 'list', data, usage: { prompt_tokens: 5, total_tokens: 5 } })
    }
    case 'audio':
      response.writeHead(200, { 'content-type': reply.mimeType ?? 'audio/mpeg' })
      response.end(reply.bytes)
      return
    case 'transcript':
      return sendJson(response, { text: reply.text })
    case 'fail': {
      const message = reply.message ?? `scripted status ${reply.status}`
      const headers = reply.retryAfter === undefined ? {} : { 'retry-after': reply.retryAfter }
      response.writeHead(reply.status, { 'content-type': 'application/json', ...headers })
      response.end(reply.body ?? JSON.stringify({ error: { message, type: 'scripted', code: null } }))
      return
    }
    case 'stall':
      if (reply.after) await beginStream(reply.after, response)
      return
    case 'cut':
      if (reply.after) await beginStream(reply.after, response)
      response.socket?.end()
      return
    case 'raw': {
      const headers = { 'content-type': 'text/event-stream', ...reply.headers }
      response.writeHead(reply.status ?? 200, headers)
      for (const chunk of reply.chunks) await sendOrHold(chunk, response)
      response.end()
      return
    }
    case 'huge':
      return pour(reply.bytes, request.path.startsWith('/audio'), response)
  }
}

async function streamChat(reply: ChatReply, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (reply.reasoning) response.write(event({ reasoning_content: reply.reasoning }))
  for (const piece of piecesOf(reply)) {
    if (typeof piece === 'string') await write(response, event({ content: piece }))
    else await sendOrHold(piece, response)
  }
  for (const [index, tool] of (reply.tools ?? []).entries()) {
    for (const delta of toolDeltas(tool, index)) response.write(event({ tool_calls: [delta] }))
  }
  response.write(event({}, finishOf(reply)))
  const usage = usageOf(reply)
  if (usage) response.write(`data: ${JSON.stringify({ ...ENVELOPE, choices: [], usage })}\n\n`)
  response.end('data: [DONE]\n\n')
}

function wholeChat(reply: ChatReply, response: ServerResponse): void {
  const text = piecesOf(reply)
    .filter((piece) => typeof piece === 'string')
    .join('')
  const tool_calls = reply.tools?.map((tool, at) => ({ ...wholeTool(tool), id: `call_${at}` }))
  const message = {
    role: 'assistant',
    content: text,
    ...(reply.reasoning ? { reasoning_content: reply.reasoning } : {}),
    ...(tool_calls ? { tool_calls } : {}),
  }
  const usage = usageOf(reply)
  sendJson(response, {
    ...ENVELOPE,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finishOf(reply) }],
    ...(usage ? { usage } : {}),
  })
}

const ENVELOPE = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'scripted',
}

function event(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return `data: ${JSON.stringify({ ...ENVELOPE, choices })}\n\n`
}

const piecesOf = (reply: ChatReply) => reply.pieces ?? (reply.tools ? [] : ['A plain answer.'])

function finishOf(reply: ChatReply): string | null {
  return reply.finish === undefined ? (reply.tools ? 'tool_calls' : 'stop') : reply.finish
}

function usageOf({ usage = DEFAULT_USAGE }: ChatReply) {
  if (usage === null) return null
  return {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    total_tokens: usage.prompt + usage.completion,
    ...(usage.reasoning ? { completion_tokens_details: { reasoning_tokens: usage.reasoning } } : {}),
  }
}

const wholeTool = (tool: ToolCallReply) => ({
  type: 'function',
  function: { name: tool.name, arguments: tool.arguments },
})

function toolDeltas(tool: ToolCallReply, index: number): object[] {
  const half = Math.floor(tool.arguments.length / 2)
  const [first, rest] = [tool.arguments.slice(0, half), tool.arguments.slice(half)]
  const begin = {
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name: tool.name, arguments: first },
  }
  return [begin, { index, function: { arguments: rest } }]
}

async function beginStream(pieces: readonly string[], response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  for (const piece of pieces) await write(response, event({ content: piece }))
}

async function sendOrHold(chunk: string | Buffer | Latch, response: ServerResponse): Promise<void> {
  if (typeof chunk === 'object' && 'released' in chunk) await chunk.released
  else await write(response, chunk)
}

function write(response: ServerResponse, chunk: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

async function pour(bytes: number, isAudio: boolean, response: ServerResponse): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  response.writeHead(200, { 'content-type': isAudio ? 'audio/mpeg' : 'text/event-stream' })
  if (!isAudio) response.write('data: {"choices":[{"delta":{"content":"')
  for (let sent = 0; sent < bytes; sent += chunk.length) await write(response, chunk)
  response.end()
}
