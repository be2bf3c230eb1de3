/** Complete, signed requests like those of Tandem, for tests of a receiver. */
import { base64, type Genuine, signatureOf } from '../receiver/checks.ts'
import type {
  AgentMessage,
  HandoffChatRequest,
  HandoffCloseNotice,
  HandoffEstablishRequest,
} from '../shapes.generated.ts'

/** The bodies of requests by kind. */
export interface Bodies {
  message: AgentMessage
  establish: HandoffEstablishRequest
  chat: HandoffChatRequest
  close: HandoffCloseNotice
}
export type Kind = keyof Bodies

export interface Identity {
  /** The webhook-id header, which is the same in all attempts. */
  readonly id?: string | undefined
  readonly sequence?: number | undefined
  readonly attempt?: number | undefined
}

export interface FixtureOptions extends Genuine {
  /** URL of the receiver; requests of a handoff go to paths below it. */
  readonly url?: string | undefined
  readonly now?: (() => number) | undefined
}

const paths: Record<Kind, string> = {
  message: '',
  establish: '/conversation/establish',
  chat: '/chat',
  close: '/conversation/close',
}

/** Makes requests for one receiver: `requests.message({ conversation_id: 'c' }, { sequence: 2 })`. */
export function createFixtures(options: FixtureOptions = {}) {
  const now = options.now ?? Date.now
  let made = 0

  async function request<K extends Kind>(
    kind: K,
    body: Bodies[K],
    identity: Identity = {},
  ): Promise<Request> {
    const text = JSON.stringify(body)
    const { id = `fixture-${++made}`, sequence = 1, attempt = 1 } = identity
    const timestamp = String(Math.floor(now() / 1000))
    const signatures = (options.signingSecrets ?? []).map(
      async (secret) => `v1,${await signatureOf(secret, id, timestamp, text)}`,
    )
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'tandem-sequence': String(sequence),
      'tandem-attempt': String(attempt),
      ...authorization(options),
      ...(signatures.length > 0 ? { 'webhook-signature': (await Promise.all(signatures)).join(' ') } : {}),
    }
    return new Request(addressOf(options.url ?? 'http://receiver.test/', kind), {
      method: 'POST',
      headers,
      body: text,
    })
  }

  const message = (part: Partial<AgentMessage> = {}): AgentMessage => ({
    user_id: 'customer-4711',
    anonymous_id: 'api-1',
    conversation_id: 'conversation-1',
    message_id: `message-${made + 1}`,
    create_time: now(),
    output: [
      { from_component_branch: 'answer', from_component_name: 'knowledge', content: { text: 'Three days.' } },
    ],
    usage: noUsage,
    ...part,
  })
  const establish = (part: Partial<HandoffEstablishRequest> = {}): HandoffEstablishRequest => ({
    conversation_id: 'handoff-1',
    timestamp: now(),
    email: null,
    bot_id: 'agent-1',
    body: [{ text: 'I want to talk to a person.', message_type: 'QUESTION' }],
    user_info: { phone: null, email: null, user_id: 'customer-4711', anonymous_id: 'api-1' },
    ...part,
  })
  const chat = (part: Partial<HandoffChatRequest> = {}): HandoffChatRequest => ({
    conversation_id: 'handoff-1',
    timestamp: now(),
    body: 'Is anybody there?',
    ...part,
  })
  const close = (part: Partial<HandoffCloseNotice> = {}): HandoffCloseNotice => ({
    conversation_id: 'handoff-1',
    timestamp: now(),
    type: 'USER_CLOSED',
    ...part,
  })
  const test: Identity = { sequence: 0 }

  return {
    /** Makes a request with any body. */
    request,
    message: (part?: Partial<AgentMessage>, identity?: Identity) =>
      request('message', message(part), identity),
    establish: (part?: Partial<HandoffEstablishRequest>, identity?: Identity) =>
      request('establish', establish(part), identity),
    chat: (part?: Partial<HandoffChatRequest>, identity?: Identity) => request('chat', chat(part), identity),
    close: (part?: Partial<HandoffCloseNotice>, identity?: Identity) =>
      request('close', close(part), identity),
    /** The availability tests: one for a message webhook, two for a human service. */
    tests: () =>
      Promise.all([
        request('message', message({ istest: true }), { ...test, id: 'test-1' }),
        request('establish', establish({ istest: true }), { ...test, id: 'test-2' }),
        request('chat', chat({ istest: true }), { ...test, id: 'test-3' }),
      ]),
    bodies: { message, establish, chat, close },
  }
}

/** Inserts the path of the kind between the path and the query of the address. */
function addressOf(configured: string, kind: Kind): string {
  const url = new URL(configured)
  if (kind !== 'message') url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '') + paths[kind]
  return url.href
}

function authorization({ auth }: Genuine): Record<string, string> {
  if (!auth) return {}
  if (auth.secret === undefined) return { authorization: `Bearer ${auth.username}` }
  const both = new TextEncoder().encode(`${auth.username}:${auth.secret}`)
  return { authorization: `Basic ${base64(both)}` }
}

const noUsage: AgentMessage['usage'] = {
  tokens: {
    total_tokens: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    prompt_tokens_details: { audio_tokens: 0, text_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, text_tokens: 0 },
  },
  credits: {
    total_credits: 0,
    text_input_credits: 0,
    text_output_credits: 0,
    audio_input_credits: 0,
    audio_output_credits: 0,
  },
}
