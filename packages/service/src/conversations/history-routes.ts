/** HTTP of conversations and their history, in the platform's shapes. */
import {
  type ConversationEntry,
  conversationCreateRequest,
  conversationPageQuery,
  type MessageEntry,
  messagePageQuery,
} from '@tandem/contract/conversations'
import { entryInFirstVersion } from '@tandem/contract/first-version'
import { roundCredits } from '../delivery/usage.ts'
import type { Core } from '../platform/core.ts'
import type { Reader } from '../platform/database/handle.ts'
import { Fault, parameterFault } from '../platform/fault.ts'
import { listJson } from '../platform/http/event-stream.ts'
import { parse } from '../platform/http/parse.ts'
import type { Call, RouteResponse } from '../platform/http/route.ts'
import { openConversation, requireConversation } from './open-conversation.ts'
import { pageConversations } from './page-store.ts'
import { eachMessage, MOST_CHARS } from './read-messages.ts'
import type { Spoken } from './send-to-user.ts'
import { type ConversationRow, contentBytes, type MessageRow, userOf } from './store.ts'
import { type StoredFile, storedFiles } from './stored-files.ts'

/** Our channel for each conversation type of the platform. Other types have no conversations here. */
const channels: ReadonlyMap<string, ConversationRow['channel'] | null> = new Map([
  ['ALL', null],
  ['API', 'API'],
  ['WEB', 'WEB'],
  ['EMBED', 'WEB'],
  ['WIDGET', 'WEB'],
  ['SHARE', 'WEB'],
  ['PLAYGROUND', 'PLAYGROUND'],
])

/** The address of a file of a message, by its number; undefined when the service does not know its own address. */
export type LinkTo = (messageId: string, file: number) => string | undefined

export function historyHandlers(deps: Pick<Core, 'clock' | 'database'> & { linkTo: LinkTo }) {
  const { database } = deps
  return {
    async create(call: Call): Promise<RouteResponse> {
      const { user_id, playground = false } = parse(conversationCreateRequest, call.body)
      const { agentId, keyId } = call.caller
      if (playground && keyId !== '')
        throw parameterFault('playground', 'true with an API key', 'a signed-in person or the admin token')
      const channel = playground ? 'PLAYGROUND' : 'API'
      const { id } = await openConversation(deps, { agentId, channel, userId: user_id })
      return { json: { conversation_id: id } }
    },

    async page(call: Call): Promise<RouteResponse> {
      const query = parse(conversationPageQuery, call.query)
      const { conversation_type, user_id, start_time, end_time, page, page_size } = query
      if (end_time < start_time)
        throw parameterFault('end_time', String(end_time), `a time not before start_time, ${start_time}`)
      const channel = channels.get(conversation_type.toUpperCase())
      if (channel === undefined) return { json: { list: [], total: 0 } }
      const { agentId } = call.caller
      const filter = { agentId, channel, userId: user_id, from: start_time, until: end_time }
      const offset = (page - 1) * page_size
      const { list, total } = await pageConversations(database.scanReader, filter, page_size, offset)
      const entries: ConversationEntry[] = []
      for (const row of list) entries.push(entryOf(row, await userOf(database, row)))
      return { json: { list: entries, total } }
    },

    messages: (call: Call) =>
      pageOfMessages(call, 'conversation_content', (entry) => entry, refuseBeyondLast),

    /** Version 1 of the platform. A page beyond the last is empty: pagers stop there. */
    messagesV1: (call: Call) => pageOfMessages(call, 'messages', entryInFirstVersion),
  }

  async function pageOfMessages(
    call: Call,
    field: string,
    view: (entry: MessageEntry) => object,
    check?: (page: number, pageSize: number, total: number) => void,
  ): Promise<RouteResponse> {
    const { conversation_id, page, page_size } = parse(messagePageQuery, call.query)
    const conversation = await requireConversation(database, call.caller.agentId, conversation_id)
    const total = conversation.message_count
    check?.(page, page_size, total)
    // Numbers have no gaps, so a page is a range of them. One more message in front, because the first may refer to it.
    const offset = (page - 1) * page_size
    const before = Math.min(offset, 1)
    const range = { after: offset - before, limit: page_size + before }
    const entries = entriesIn(database, conversation.id, range, deps.linkTo)
    if (before === 1) await entries.next()
    const views = viewed(entries, view)
    // Page numbers count messages, so a page cannot end early. Long ones are written message by message.
    const bytes = await contentBytes(database, conversation.id, range)
    if (bytes > MOST_CHARS)
      return { longJson: { bytes, parts: listJson(`{"total":${total},"${field}":`, views) } }
    return { json: { total, [field]: await Array.fromAsync(views) } }
  }
}

async function* viewed<T>(entries: AsyncIterable<T>, view: (entry: T) => object): AsyncGenerator<object> {
  for await (const entry of entries) yield view(entry)
}

async function* entriesIn(
  db: Reader,
  conversationId: string,
  range: { readonly after: number; readonly limit: number },
  linkTo: LinkTo,
): AsyncGenerator<MessageEntry> {
  let before: string | undefined
  for await (const row of eachMessage(db, conversationId, range)) {
    yield messageView(row, linkTo, before)
    before = row.id
  }
}

function refuseBeyondLast(page: number, pageSize: number, total: number): void {
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (page > last)
    throw new Fault('pageOutOfRange', `page: found ${page}, needed at most ${last}, the last one`)
}

export function entryOf(row: ConversationRow, userId: string | null): ConversationEntry {
  return {
    conversation_id: row.id,
    user_id: userId,
    anonymous_id: row.anonymous_id,
    recent_chat_time: row.recent_chat_at,
    subject: row.subject,
    conversation_type: row.channel,
    message_count: row.message_count,
    cost_credit: roundCredits(row.credits),
    bot_id: row.agent_id,
  }
}

/** `before` is the id of the previous message. */
export function messageView(row: MessageRow, linkTo: LinkTo, before: string | undefined): MessageEntry {
  return {
    message_id: row.id,
    parent_message_id: row.parent_id ?? before ?? null,
    create_time: row.created_at,
    ...(row.feedback === null ? {} : { feedback: row.feedback }),
    role: row.role === 'user' ? 'user' : 'assistant',
    content: row.role === 'user' ? [{ branch_content: userParts(row, linkTo) }] : spokenParts(row),
    ...citationsOf(row),
  }
}

function citationsOf({ detail }: MessageRow): Pick<MessageEntry, 'citations'> {
  const { citations } = JSON.parse(detail ?? '{}') as Pick<MessageEntry, 'citations'>
  return citations ? { citations } : {}
}

type Part = MessageEntry['content'][number]['branch_content'][number]

/** The parts of a user's message, with all files of one kind in one part, and without their bytes. */
function userParts(row: MessageRow, linkTo: LinkTo): Part[] {
  const parts = JSON.parse(row.content) as unknown
  if (!Array.isArray(parts)) return [{ type: 'text', text: row.text }]
  const byKind = new Map<string, object[]>()
  return (parts as Part[]).flatMap((part) => {
    if (part.type === 'text') return [part]
    const files = (part[part.type] as StoredFile[]).map((file) => fileView(linked(row, file, linkTo)))
    const together = byKind.get(part.type)
    if (together) {
      together.push(...files)
      return []
    }
    byKind.set(part.type, files)
    return [{ type: part.type, [part.type]: files }]
  })
}

/** The files of a message of a user or a person, each with its kind. */
export function filesOf(row: MessageRow, linkTo: LinkTo) {
  return storedFiles(row).map(({ kind, ...stored }) => ({
    kind,
    ...fileView(linked(row, stored, linkTo)),
    transcript: stored.transcript ?? null,
  }))
}

/** Adds the address of a file that is stored here. */
const linked = ({ id }: MessageRow, stored: StoredFile, linkTo: LinkTo) => ({
  ...stored,
  url: stored.url ?? (stored.file === undefined ? undefined : linkTo(id, stored.file)),
})

function fileView({ url, format, name, size, transcript }: StoredFile) {
  return {
    url: url ?? null,
    format: format ?? null,
    name: name ?? null,
    size: size ?? null,
    ...(transcript === undefined ? {} : { transcript }),
  }
}

function spokenParts(row: MessageRow): MessageEntry['content'] {
  return (JSON.parse(row.content) as Spoken[]).map(({ component, branch, text, audio = [] }) => ({
    from_component_branch: branch,
    from_component_name: component,
    branch_content: [
      { type: 'text', text },
      ...(audio.length === 0 ? [] : [{ type: 'audio' as const, audio: audio.map(soundView) }]),
    ],
  }))
}

const soundView = ({ audio: url, transcript }: NonNullable<Spoken['audio']>[number]) =>
  fileView({ url, transcript })
