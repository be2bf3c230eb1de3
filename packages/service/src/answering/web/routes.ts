/** HTTP of the web channel: the routes that a chat page calls from a browser, with the chat's own token instead of an API key. */
import type { UserContent } from '@tandem/contract/conversation'
import { ok } from '@tandem/contract/response-bodies'
import {
  chatFeedbackRequest,
  chatHandoffRequest,
  chatHistoryQuery,
  chatSeenRequest,
  chatSendRequest,
  chatStartRequest,
} from '@tandem/contract/web-channel'
import { chatFileRequest } from '@tandem/contract/web-files'
import { bearerIn } from '../../agents/authenticate.ts'
import { agentInPath, requireLivingAgent } from '../../agents/manage-agents.ts'
import { readSettings } from '../../agents/settings.ts'
import { findAgent, hasHumanService } from '../../agents/store.ts'
import { rateMessage } from '../../conversations/quality-store.ts'
import { newestMessages, pageOfMessages } from '../../conversations/read-messages.ts'
import {
  type ConversationRow,
  findMessage,
  lockConversation,
  type MessageRow,
} from '../../conversations/store.ts'
import { setEmail } from '../../handoff/store.ts'
import { TYPING, userTypes } from '../../handoff/typing.ts'
import type { Tx } from '../../platform/database/handle.ts'
import { conflict, Fault, found, parameterFault } from '../../platform/fault.ts'
import { parse } from '../../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { createLimit } from '../../platform/limit-rate.ts'
import { type AcceptDeps, acceptMessage } from '../turns/accept-message.ts'
import { createAvailability, nobodyThere } from './availability.ts'
import { chatConfigView, titleOf } from './config.ts'
import { type ChatEvents, chatMessageView, type PathTo } from './events.ts'
import { identitySecret, knownUser } from './identity.ts'
import {
  checkHandoffRate,
  checkMessageRate,
  checkStreams,
  createFileLimit,
  createHandoffLimit,
  createStartLimit,
  FILES_PER_ADDRESS,
  FILES_PER_VISITOR,
} from './limits.ts'
import { checkOrigin, preflight, readableBy } from './origin.ts'
import { contentOf } from './send-file.ts'
import { requireChat, startChat } from './start-chat.ts'
import { closeConversation, markSeen } from './store.ts'
import { transcriptOf } from './transcript.ts'

const SHOWN = 100
const CONFIG_S = 60

interface WebDeps extends AcceptDeps {
  readonly events: ChatEvents
  readonly pathTo: PathTo
  /** The configured public address of the service. */
  readonly publicUrl: string | undefined
  /** The key from which the secrets for identity tokens are derived. */
  readonly fileKey: Buffer
  readonly startsPerMinute: number
  readonly agentStartsPerMinute: number
  /** How long a token is valid after the last message of its chat; 0: for ever. */
  readonly tokenGoodForMs: number
}

export function webHandlers(deps: WebDeps) {
  const { database, clock, settings, handoffs, events, publicUrl, fileKey } = deps
  const view = (row: MessageRow) => chatMessageView(row, deps.pathTo)
  const availabilityOf = createAvailability(deps)
  const limitFiles = createFileLimit(clock, FILES_PER_VISITOR)
  const limitFilesOfAddress = createFileLimit(clock, FILES_PER_ADDRESS)
  const limitStarts = createStartLimit(clock, deps.startsPerMinute)
  const limitHandoffs = createHandoffLimit(clock)
  const limitTyping = createLimit(clock, TYPING, 'found that the visitor types more often than once a second')
  const limitSeen = createLimit(
    clock,
    TYPING,
    'found that the page says what it has shown more often than once a second',
  )
  const limitStartsOfAgent = createStartLimit(clock, deps.agentStartsPerMinute)

  /** Returns the settings; throws if the chat is off or the page may not use it. */
  async function enter(call: Call, agentId: string) {
    const { web, handoff } = await settings.of(agentId)
    checkOrigin(call, web, publicUrl)
    if (!web.enabled)
      throw new Fault('notFound', 'The chat of this agent is off; turn on web.enabled in its settings.')
    return { web, handoff }
  }

  async function chatOf(call: Call): Promise<ConversationRow> {
    // The token is sent in a header and never in the address, because proxies and browsers record addresses.
    const token = bearerIn(call.headers)
    const conversation = await requireChat(deps, pathParam(call, 'conversationId'), token)
    await enter(call, conversation.agent_id)
    await requireLivingAgent(database, conversation.agent_id)
    return conversation
  }

  function refuseClosed({ closed_at }: ConversationRow): void {
    if (closed_at !== null) throw conflict('The chat was closed; start another.')
  }

  async function agentOf(call: Call) {
    const agentId = pathParam(call, 'agentId')
    const agent = found(await findAgent(database, agentId), 'There is no such chat.')
    if (agent.deleted_at !== null) throw new Fault('agentDeleted')
    return { agentId, agent, ...(await enter(call, agentId)) }
  }

  async function accept(conversation: ConversationRow, content: UserContent, clientId: string | undefined) {
    refuseClosed(conversation)
    const { web } = await settings.of(conversation.agent_id)
    const { message } = await acceptMessage(deps, {
      agentId: conversation.agent_id,
      conversationId: conversation.id,
      mode: 'web',
      content,
      given: [],
      config: { useHistory: true, knowledge: undefined, variables: {}, citations: false },
      idempotencyKey: clientId,
      check: (tx, locked) => checkMessageRate(tx, locked, web.messages_per_minute, clock.now()),
    })
    return { status: 202, json: { message_id: message.id, sequence: message.seq } }
  }

  const ofPages = readableBy({
    async config(call: Call): Promise<RouteResponse> {
      const { agent, web, handoff } = await agentOf(call)
      const availability = handoff.enabled ? await availabilityOf(agent.id) : nobodyThere
      return {
        json: chatConfigView(agent.name, web, availability),
        headers: { 'cache-control': `public, max-age=${CONFIG_S}` },
      }
    },

    async start(call: Call): Promise<RouteResponse> {
      const { agentId, agent, web, handoff } = await agentOf(call)
      const { token: earlier, user_jwt } = parse(chatStartRequest, call.body)
      limitStarts(call.address)
      limitStartsOfAgent(agentId)
      const known = { fileKey, agentId, web, now: clock.now() }
      const user = user_jwt === undefined ? undefined : await knownUser(user_jwt, known)
      const { conversation, token } = await startChat(deps, agentId, earlier, user)
      return {
        status: 201,
        json: {
          conversation_id: conversation.id,
          token,
          anonymous_id: conversation.anonymous_id,
          user_id: conversation.user_id,
          title: titleOf(agent.name, web),
          greeting: web.greeting,
          can_hand_over: handoff.enabled && (await hasHumanService(database, agentId)),
          owner: conversation.handoff_id === null ? 'ai' : 'human',
          messages: await newestMessages(database, conversation.id, SHOWN, view),
        },
      }
    },

    async send(call: Call): Promise<RouteResponse> {
      const conversation = await chatOf(call)
      const { text, client_id } = parse(chatSendRequest, call.body)
      return accept(conversation, [{ type: 'text', text }], client_id)
    },

    async sendFile(call: Call): Promise<RouteResponse> {
      const conversation = await chatOf(call)
      const { web } = await settings.of(conversation.agent_id)
      if (!web.files) throw new Fault('notFound', 'Visitors cannot send files in this chat.')
      const { name, base64_content, text, client_id } = parse(chatFileRequest, call.body)
      const content = contentOf(name, base64_content, text)
      limitFilesOfAddress(call.address)
      limitFiles(conversation.anonymous_id)
      return accept(conversation, content, client_id)
    },

    async follow(call: Call): Promise<RouteResponse> {
      // Only the id: the row would stay in memory as long as the stream.
      const { id } = await chatOf(call)
      checkStreams(events.openOf(id))
      const after = lastSeen(call)
      return { events: (stream) => events.follow(stream, id, after) }
    },

    async history(call: Call): Promise<RouteResponse> {
      const conversation = await chatOf(call)
      const { after } = parse(chatHistoryQuery, call.query)
      return { json: await pageOfMessages(database, conversation.id, { after, limit: SHOWN }, view) }
    },

    async rate(call: Call): Promise<RouteResponse> {
      const { id, agent_id } = await chatOf(call)
      const { feedback } = parse(chatFeedbackRequest, call.body)
      const message = await findMessage(database, pathParam(call, 'messageId'))
      if (message?.conversation_id !== id) throw new Fault('notFound', 'The chat has no such message.')
      const rating = { feedback: feedback === 'CANCELED' ? null : feedback }
      const changed = await database.transaction('web routes: rate', (tx) =>
        rateMessage(tx, agent_id, message.id, rating),
      )
      if (changed === 0) throw new Fault('notFound', 'Only what was said to the visitor can be rated.')
      return { json: ok }
    },

    async transcript(call: Call): Promise<RouteResponse> {
      const conversation = await chatOf(call)
      const { web } = await settings.of(conversation.agent_id)
      if (!web.transcript) throw new Fault('notFound', 'Visitors cannot save what was said in this chat.')
      return {
        chunks: transcriptOf(database, conversation),
        headers: {
          'cache-control': 'private, no-store',
          'content-disposition': 'attachment; filename="chat.txt"',
        },
      }
    },

    async handOver(call: Call): Promise<RouteResponse> {
      const { id, anonymous_id, handoff_id } = await chatOf(call)
      const { email } = parse(chatHandoffRequest, call.body)
      if (handoff_id === null) limitHandoffs(anonymous_id)
      const result = await database.transaction('web routes: request handoff', async (tx) => {
        let conversation = await lockChat(tx, id)
        refuseClosed(conversation)
        if (conversation.handoff_id === null) await checkHandoffRate(tx, conversation, clock.now())
        if (email !== undefined) {
          await setEmail(tx, id, email)
          conversation = { ...conversation, email }
        }
        // A person's words must reach the page, even if the user has not written anything yet.
        const here = { ...conversation, last_mode: conversation.last_mode ?? ('web' as const) }
        return (await handoffs.request(tx, here, { reason: 'button', email: email ?? null })).result
      })
      return { json: { result: result.kind } }
    },

    async endHandoff(call: Call): Promise<RouteResponse> {
      const { id } = await chatOf(call)
      const isClosed = await database.transaction('web routes: endHandoff', async (tx) =>
        handoffs.closeByUser(tx, await lockChat(tx, id)),
      )
      if (!isClosed) throw conflict('No person has the floor in this chat.')
      return { json: ok }
    },

    async type(call: Call): Promise<RouteResponse> {
      const conversation = await chatOf(call)
      refuseClosed(conversation)
      limitTyping(conversation.id)
      userTypes(deps, conversation)
      return { json: ok }
    },

    async see(call: Call): Promise<RouteResponse> {
      const { id, agent_id, handoff_id, next_seq } = await chatOf(call)
      const { sequence } = parse(chatSeenRequest, call.body)
      if (sequence >= next_seq)
        throw parameterFault('sequence', String(sequence), `at most ${next_seq - 1}, the last message`)
      limitSeen(id)
      await database.transaction('web routes: see', async (tx) => {
        if (!(await markSeen(tx, id, sequence))) return
        const where = { agent_id, conversation_id: id, ...(handoff_id === null ? {} : { handoff_id }) }
        tx.happened({ kind: 'desk', about: 'seen', ...where })
      })
      return { json: ok }
    },

    async close(call: Call): Promise<RouteResponse> {
      const { id } = await chatOf(call)
      await database.transaction('web routes: close', async (tx) => {
        const conversation = await lockChat(tx, id)
        if (conversation.handoff_id !== null) await handoffs.closeByUser(tx, conversation)
        if (conversation.closed_at === null) await closeConversation(tx, id, clock.now())
      })
      return { json: ok }
    },
  })
  return {
    ...ofPages,
    /** For the agent's owner, not for visitors. */
    async identity(call: Call): Promise<RouteResponse> {
      const agentId = await agentInPath(database, call)
      const { web } = await readSettings(database, agentId)
      return { json: { secret: identitySecret(fileKey, agentId, web), version: web.identity_version } }
    },
    preflight: async (call: Call) => preflight(call),
  }
}

/** A chat may be removed between two steps of a request. */
const lockChat = async (tx: Tx, id: string) => found(await lockConversation(tx, id), 'The chat was removed.')

function lastSeen({ headers, query }: Call): number {
  const given = headers['last-event-id'] ?? query.last_id
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : 0
}
