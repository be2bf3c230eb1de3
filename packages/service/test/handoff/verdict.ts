/** Judges a story: compares what was promised to users, people and the desk with what is stored and what was sent. */
import assert from 'node:assert/strict'
import type { HandoffDetail } from '@tandem/contract/admin-handoffs'
import type { Database } from '../../src/platform/database/handle.ts'
import type { ReceivedRequest } from '../harness/developer-server.ts'
import type { ApiAnswer } from '../harness/service.ts'
import { DESK, HOOK } from './scene.ts'

/** What can be seen from outside once a story is over. */
export interface Evidence {
  readonly database: Database
  admin(method: string, path: string): Promise<ApiAnswer>
  /** Everything the developer's server received. */
  readonly requests: readonly ReceivedRequest[]
  readonly kills: number
  /** Whether people sat at the desk of the service, which gets its requests in the process. */
  readonly isDesk?: boolean
  /** The idle time of the component, where nothing else ends a handoff with TIMEOUT. */
  readonly idleMs?: number
}

export interface Told {
  readonly conversation: string
  /** Replies that were answered with 200, and those whose answer never came. */
  readonly accepted: Map<string, string>
  readonly unsure: Set<string>
  /** User messages that were answered with 200. */
  readonly said: Set<string>
}

interface Row {
  readonly id: string
  readonly seq: number
  readonly role: string
  readonly text: string
  readonly detail: string | null
  readonly handoff_id: string | null
}

export async function judge(world: Evidence, told: Told): Promise<void> {
  const { database } = world
  const rows: Row[] = await database.q
    .selectFrom('messages')
    .select(['id', 'seq', 'role', 'text', 'detail', 'handoff_id'])
    .where('conversation_id', '=', told.conversation)
    .orderBy('seq')
    .execute()
  const conversation = await database.q
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', told.conversation)
    .executeTakeFirstOrThrow()
  const list = await world.admin('GET', `/handoffs?conversation_id=${told.conversation}&limit=200`)
  const handoffs: HandoffDetail[] = []
  for (const { id } of list.json.items) {
    handoffs.push((await world.admin('GET', `/handoffs/${id}`)).json)
  }

  for (const text of told.said) {
    assert.equal(rows.filter((row) => row.text === text).length, 1, `the user said ${text} once`)
  }
  const stretches = handoffs.map((handoff) => {
    assert.equal(handoff.state, 'ENDED', 'no handoff stays open past its deadlines')
    const marks = rows.filter((row) => row.handoff_id === handoff.id && row.role === 'notice')
    const begin = marks.find((row) => noticeOf(row) === 'connecting')?.seq ?? 0
    return { handoff, begin, end: marks.at(-1)?.seq ?? 0 }
  })
  let lastEnd = 0
  for (const { handoff, begin, end } of stretches.sort((a, b) => a.begin - b.begin)) {
    assert.ok(begin > lastEnd && end > begin, 'one owner at any time')
    lastEnd = end
    const within = rows.filter(({ seq }) => seq > begin && seq < end)
    assert.deepEqual(
      within.filter(({ role }) => role === 'assistant'),
      [],
      'no word of the AI while a person has the floor',
    )
    for (const row of rows.filter(({ role, handoff_id }) => role === 'human' && handoff_id === handoff.id)) {
      assert.ok(row.seq > begin && row.seq < end, 'no word of a person before the beginning or after the end')
    }
    judgeRelay(world, handoff, within)
    judgeNotices(handoff, rows)
    if (world.isDesk) judgeClaims(handoff, rows)
    if (world.idleMs !== undefined) judgePatience(handoff, world.idleMs)
    judgeEnd(world, handoff)
  }
  assert.equal(conversation.handoff_id, null)
  assert.equal(conversation.epoch, 2 * handoffs.length)
  judgeReplies(world, told, rows)
}

const noticeOf = ({ detail }: Row) => (JSON.parse(detail ?? '{}') as { notice?: string }).notice

interface Arrival {
  readonly webhookId: string
  readonly kind: string
  readonly text: string
}

/** What the desk got for a handoff, in order of first arrival; repeated requests are known by their id. */
function arrivals(world: Evidence, { id: handoffId, deliveries }: HandoffDetail): Arrival[] {
  if (world.isDesk)
    return deliveries
      .filter(({ state }) => state === 'delivered')
      .map(({ id, kind, body }) => {
        const { body: text, type } = body as Record<string, string>
        return { webhookId: id, kind: kind.replace('handoff_', ''), text: String(text ?? type) }
      })
  const seen = new Map<string, Arrival>()
  for (const { path, json, headers } of world.requests) {
    const { conversation_id, body, type, istest } = json as Record<string, string> & { istest?: boolean }
    if (!path.startsWith(DESK) || conversation_id !== handoffId || istest === true) continue
    const webhookId = String(headers['webhook-id'])
    const kind = path.split('/').at(-1) ?? ''
    if (!seen.has(webhookId)) seen.set(webhookId, { webhookId, kind, text: String(body ?? type) })
  }
  return [...seen.values()]
}

/** Every message of the user during a handoff reached the person once and in order, or is listed as undeliverable. */
function judgeRelay(world: Evidence, handoff: HandoffDetail, within: readonly Row[]): void {
  const said = within.filter(({ role }) => role === 'user').map(({ text }) => text)
  const chats = arrivals(world, handoff).filter(({ kind }) => kind === 'chat')
  const arrived = chats.map(({ text }) => text)
  assert.deepEqual(
    arrived,
    said.filter((text) => arrived.includes(text)),
    'what arrived came in order, each once',
  )
  const listed = new Set(handoff.undelivered.map(({ text }) => text))
  const lost = said.filter((text) => !arrived.includes(text) && !listed.has(text))
  assert.deepEqual(lost, [], 'nothing the user said vanished')
  const kinds = arrivals(world, handoff).map(({ kind }) => kind)
  // A person may know the conversation otherwise and reply while the desk cannot be reached.
  if (kinds.includes('establish')) assert.equal(kinds[0], 'establish', 'nothing overtakes establish')
  else assert.ok(!kinds.includes('chat') || handoff.human_messages > 0)
}

/** What a user may be told last, by how the handoff ended. */
const lastNotices: Record<string, readonly string[]> = {
  HUMAN_CLOSED: ['ended_by_person'],
  USER_CLOSED: ['ended_by_user'],
  TIMEOUT: ['ended_by_timeout', 'wait_timeout'],
  WAIT_TIMEOUT: ['wait_timeout'],
  FAILED: ['failed'],
}

/** The user is told that a person is there before the first word of the person, and at last why the handoff ended. */
function judgeNotices({ id, end_reason }: HandoffDetail, rows: readonly Row[]): void {
  const shown = rows
    .filter((row) => row.handoff_id === id && (row.role === 'notice' || row.role === 'human'))
    .map((row) => (row.role === 'human' ? 'human' : noticeOf(row)))
  const spoken = shown.indexOf('human')
  if (spoken !== -1) assert.ok(shown.slice(0, spoken).includes('connected'), `connected before: ${shown}`)
  const last = shown.at(-1) ?? ''
  assert.ok(lastNotices[end_reason ?? '']?.includes(last), `${end_reason} was told as ${last}`)
}

/** Nobody is given up as silent before the idle time is over. */
function judgePatience({ end_reason, timeline }: HandoffDetail, idleMs: number): void {
  const at = (event: string) => timeline.findLast(({ kind }) => kind === event)?.at ?? 0
  if (end_reason === 'TIMEOUT')
    assert.ok(at('deadline') - at('humanReply') >= idleMs, 'the idle time was given')
}

/** Each word of a person was said by whoever had the user then. */
function judgeClaims({ timeline }: HandoffDetail, rows: readonly Row[]): void {
  let owner: string | undefined
  for (const { kind, detail, message } of timeline) {
    const by = (detail.by as { id: string } | undefined)?.id
    if (kind === 'claimed' || kind === 'transferred') owner = by
    if (kind === 'released' || kind === 'ownerGone') owner = undefined
    if (kind !== 'humanReply') continue
    const said = rows.find(({ id }) => id === message?.id)
    const author = (JSON.parse(said?.detail ?? '{}') as { by?: { id: string } }).by?.id
    assert.ok(owner !== undefined && author === owner, 'nobody speaks for a user they do not have')
  }
}

/** The desk is told of the end once, unless it closed it itself or never heard of it. */
function judgeEnd(world: Evidence, handoff: HandoffDetail): void {
  const seen = arrivals(world, handoff)
  const closes = seen.filter(({ kind }) => kind === 'close')
  if (handoff.end_reason === 'HUMAN_CLOSED') assert.equal(closes.length, 0)
  else if (seen.some(({ kind }) => kind === 'establish'))
    assert.equal(closes.length, 1, handoff.end_reason ?? '')
  else if (closes.length > 0) {
    // It may have arrived for all the service knows: an attempt got out, or was cut short by a kill, or a person who replied
    // before the first one must have heard of it.
    const attempts = handoff.deliveries[0]?.attempt_log ?? []
    const isOut = attempts.some(({ stage }) => stage === 'send' || stage === 'wait' || stage === 'read')
    const hasReplied = handoff.human_messages > 0
    assert.ok(
      isOut || hasReplied || world.kills > 0,
      `told of what it never heard of: ${JSON.stringify(attempts)}`,
    )
    assert.equal(closes.length, 1)
  }
  const type = handoff.end_reason === 'USER_CLOSED' ? 'USER_CLOSED' : 'TIMEOUT'
  for (const { text } of closes) assert.equal(text, type)
  if (closes.length > 0) assert.equal(seen.at(-1)?.kind, 'close', 'nothing comes after it')
}

/** Every accepted reply is stored once and reached the user once, in the order in which they are stored. */
function judgeReplies(world: Evidence, told: Told, rows: readonly Row[]): void {
  const words = rows.filter(({ role }) => role === 'human').map(({ text }) => text)
  assert.equal(new Set(words).size, words.length, 'no reply is said twice')
  for (const text of told.accepted.keys())
    assert.ok(words.includes(text), `${text} was accepted and is stored`)
  for (const text of words) assert.ok(told.accepted.has(text) || told.unsure.has(text), `${text} was sent`)
  const sent = new Map<string, string>()
  for (const { path, json } of world.requests) {
    if (path !== HOOK) continue
    const { conversation_id, message_id, output } = json as {
      conversation_id: string
      message_id: string
      output: { from_component_branch: string; content: { text: string } }[]
    }
    const first = output[0]
    if (conversation_id === told.conversation && first?.from_component_branch === 'human')
      sent.set(message_id, first.content.text)
  }
  assert.deepEqual([...sent.values()], words, 'the user heard every reply, once and in order')
}
