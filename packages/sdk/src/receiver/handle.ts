/** Handles one request of Tandem, independent of the server: checks it, recognises its kind, calls its handler once, responds. */
import type { TandemError } from '../error.ts'
import { usageError } from '../error.ts'
import type {
  AgentMessage,
  HandoffChatRequest,
  HandoffCloseNotice,
  HandoffEstablishRequest,
} from '../shapes.generated.ts'
import { type Genuine, type HeaderOf, wrongAuthorization, wrongSignature } from './checks.ts'

export interface Context {
  /** The webhook-id header, which stays the same when the request is repeated. */
  readonly id: string
  /** Position in the conversation, starting at 1. */
  readonly sequence: number
  /** Number of this attempt, starting at 1. */
  readonly attempt: number
}

export interface HandoffContext extends Context {
  /** Establish request: when the waiting time of the user ends, in milliseconds since 1970. */
  readonly deadlineAt?: number | undefined
  /** Sends a reply to the user. When the request is repeated, the same replies are not sent again. */
  reply(text: string): Promise<void>
  /** Shows the user of a chat page that a person is typing. Call it again every few seconds. */
  typing(): Promise<void>
  /** Ends the handoff; the AI answers again. */
  close(): Promise<void>
}

export interface Gap {
  readonly conversationId: string
  readonly expected: number
  readonly got: number
}

/** Remembers which requests were handled. Several processes need one store that they share. */
export interface SeenStore {
  has(id: string): boolean | Promise<boolean>
  add(id: string): void | Promise<void>
}

type Handler<Body, Given> = (body: Body, context: Given) => unknown

export interface ReceiverOptions extends Genuine {
  readonly seen?: SeenStore | undefined
  /** Called when Tandem gave up earlier messages of a conversation, which are in its delivery log. */
  readonly onGap?: ((gap: Gap) => unknown) | undefined
  /** Called when a request was refused or a handler threw an error, so that you can log it. */
  readonly onFailure?: ((message: string, error?: unknown) => void) | undefined
  readonly message?: Handler<AgentMessage, Context> | undefined
  readonly handoff?:
    | {
        readonly establish?: Handler<HandoffEstablishRequest, HandoffContext> | undefined
        readonly chat?: Handler<HandoffChatRequest, HandoffContext> | undefined
        readonly close?: Handler<HandoffCloseNotice, Context> | undefined
      }
    | undefined
  /** A client of the agent, required for `reply`, `typing` and `close`. */
  readonly tandem?: Desk | undefined
  /** The clock; for tests. */
  readonly now?: (() => number) | undefined
}

/** The operations of a client that a desk needs. */
export interface Desk {
  readonly handoff: {
    reply(handoffId: string, text: string, options: { timestamp: number }): Promise<unknown>
    typing(handoffId: string): Promise<unknown>
    close(handoffId: string): Promise<unknown>
  }
}

export interface Received {
  readonly method: string
  readonly header: HeaderOf
  /** The raw body, or why it could not be read. */
  readonly body: string | Unreadable
}

export type Unreadable = Error & { readonly status: number }

export interface ReceiverResponse {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

export type Handle = (received: Received) => Promise<ReceiverResponse>

type Kind = 'message' | 'establish' | 'chat' | 'close'
type Body = { readonly conversation_id: string; readonly timestamp: number; readonly istest?: boolean }

const MESSAGE_OK: ReceiverResponse = { status: 200, json: { code: 200, msg: 'success' } }
const HANDOFF_OK: ReceiverResponse = { status: 200, json: { code: 0, message: 'OK' } }
const CONVERSATIONS_KEPT = 10_000

export function createHandle(options: ReceiverOptions, seen: SeenStore): Handle {
  const running = new Map<string, Promise<unknown>>()
  const lastSequence = new Map<string, number>()
  const now = options.now ?? Date.now

  function refuse(status: number, message: string, error?: unknown): ReceiverResponse {
    options.onFailure?.(message, error)
    return { status, json: { code: status, message } }
  }

  return async ({ method, header, body }) => {
    if (method !== 'POST') return refuse(405, `method: found ${method}, Tandem sends POST`)
    if (body instanceof Error) return refuse(body.status, body.message, body)
    const wrong = wrongAuthorization(options, header) ?? (await wrongSignature(options, header, body, now()))
    if (wrong) return refuse(401, wrong)
    const json = parse(body)
    const kind = kindOf(json)
    if (!json || !kind)
      return refuse(400, 'body: no request of Tandem; needed one of docs/delivery.md or docs/handoff.md')
    const success = kind === 'message' ? MESSAGE_OK : HANDOFF_OK
    if (json.istest === true) return success
    const context = contextOf(header)
    if (!context) return refuse(400, 'headers: webhook-id or tandem-sequence is missing')
    if (kind === 'message' && !options.message)
      return refuse(404, 'message: the receiver has no handler for it')

    const first = running.get(context.id)
    const work = first ?? once(kind, json, context)
    running.set(context.id, work)
    try {
      await work
      return success
    } catch (error) {
      return refuse(500, `handler: ${(error as Error)?.message ?? error}`, error)
    } finally {
      running.delete(context.id)
    }
  }

  async function once(kind: Kind, body: Body, context: Context): Promise<void> {
    if (await seen.has(context.id)) return
    await reportGap(body.conversation_id, context.sequence)
    await call(kind, body, context)
    // Stored only after the handler succeeded, so that a failed request is handled again when it is repeated.
    await seen.add(context.id)
    lastSequence.delete(body.conversation_id)
    lastSequence.set(body.conversation_id, context.sequence)
    if (lastSequence.size > CONVERSATIONS_KEPT)
      lastSequence.delete(lastSequence.keys().next().value as string)
  }

  async function reportGap(conversationId: string, got: number): Promise<void> {
    const last = lastSequence.get(conversationId)
    if (last !== undefined && got > last + 1)
      await options.onGap?.({ conversationId, expected: last + 1, got })
  }

  async function call(kind: Kind, body: Body, context: Context): Promise<void> {
    const { handoff = {} } = options
    const withDesk = { ...context, ...deskOf(options.tandem, body) }
    if (kind === 'message') await options.message?.(body as unknown as AgentMessage, context)
    else if (kind === 'establish')
      await handoff.establish?.(body as unknown as HandoffEstablishRequest, withDesk)
    else if (kind === 'chat') await handoff.chat?.(body as unknown as HandoffChatRequest, withDesk)
    else await handoff.close?.(body as unknown as HandoffCloseNotice, context)
  }
}

/** Each reply to a request gets its own timestamp, by which the service recognises it when the request is repeated. */
function deskOf(tandem: Desk | undefined, { conversation_id, timestamp }: Body) {
  let replies = 0
  const desk = (): Desk['handoff'] => {
    if (!tandem) throw missingClient()
    return tandem.handoff
  }
  return {
    async reply(text: string) {
      await desk().reply(conversation_id, text, { timestamp: timestamp + replies++ })
    },
    async typing() {
      await desk().typing(conversation_id)
    },
    async close() {
      await desk().close(conversation_id)
    },
  }
}

const missingClient = (): TandemError =>
  usageError(
    'reply, typing and close need a client: createReceiver({ tandem: new Tandem({ url, apiKey }), … })',
  )

/** Recognises the kind by the fields of the body, because a proxy may have rewritten the path. */
function kindOf(json: Record<string, unknown> | undefined): Kind | undefined {
  if (typeof json?.conversation_id !== 'string') return undefined
  if (Array.isArray(json.output)) return 'message'
  if (typeof json.user_info === 'object') return 'establish'
  if (typeof json.type === 'string') return 'close'
  return typeof json.body === 'string' ? 'chat' : undefined
}

function contextOf(header: HeaderOf): Context | undefined {
  const id = header('webhook-id')
  const sequence = Number(header('tandem-sequence') ?? Number.NaN)
  if (!id || Number.isNaN(sequence)) return undefined
  const deadline = header('tandem-deadline')
  const deadlineAt = deadline ? { deadlineAt: Number(deadline) } : {}
  return { id, sequence, attempt: Number(header('tandem-attempt') ?? 1), ...deadlineAt }
}

function parse(text: string): (Record<string, unknown> & Body) | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
