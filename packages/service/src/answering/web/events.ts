/**
 * The events of chats, for browsers that hold a stream open. An event with an id is a stored message, and the id is its number:
 * a reader that lost its connection sends the last id it got, and receives what it missed. A reader that comes in the middle of
 * an answer gets its text so far, which replaces the pieces it may have.
 */
import type { ChatMessage } from '@tandem/contract/web-channel'
import type { Settings } from '../../agents/settings.ts'
import type { Live, LiveEvent } from '../../conversations/live.ts'
import { turnDetail } from '../../conversations/message-detail.ts'
import { eachMessage } from '../../conversations/read-messages.ts'
import type { Spoken } from '../../conversations/send-to-user.ts'
import { findConversation, type MessageRow, messagesBefore } from '../../conversations/store.ts'
import { storedFiles } from '../../conversations/stored-files.ts'
import { findHandoff } from '../../handoff/store.ts'
import { floorOf } from '../../handoff/transition.ts'
import type { Core } from '../../platform/core.ts'
import { createOpenCounts } from '../../platform/count-open.ts'
import type { EventStream } from '../../platform/http/route.ts'
import { createWaker, type Waker } from '../../platform/waker.ts'
import type { Progress } from '../turns/progress.ts'
import { stateOf } from './store.ts'

/** How often an idle stream is pinged, and checks the database for missed messages. */
const QUIET_MS = 10_000
/** Older turns are not followed. */
const TURN_MS = 300_000
/** The answers followed at once; older ones arrive as a whole. */
const TURNS_FOLLOWED = 4
/** When more events wait for a slow reader, its stream ends; it resumes with its last id. */
const MOST_WAITING = 1000

interface Open {
  readonly conversationId: string
  lastSeq: number
  waiting: LiveEvent[]
  readonly waker: Waker
  isOverrun: boolean
  /** Turns that another process may run, each with the function that stops following it. */
  readonly turns: Map<string, () => void>
}

export type ChatEvents = ReturnType<typeof createChatEvents>

export function createChatEvents(
  deps: Pick<Core, 'clock' | 'database'> & {
    live: Live
    settings: Pick<Settings, 'of'>
    progress: Pick<Progress, 'soFarIn' | 'follow'>
    pathTo: PathTo
  },
) {
  const { database, clock, live, settings, progress } = deps
  const streams = createOpenCounts()

  function onEvent(one: Open, event: LiveEvent): void {
    const last = one.waiting.at(-1)
    // Stored messages are read by number, so one event for the newest is enough.
    if (event.kind === 'stored' && last?.kind === 'stored') {
      if (event.seq > last.seq) one.waiting[one.waiting.length - 1] = event
    } else if (one.waiting.length >= MOST_WAITING) one.isOverrun = true
    else one.waiting.push(event)
    one.waker.wake()
  }

  /** False when the stream must end: the reader is gone, the agent was deleted, or its chat was turned off. */
  async function pingAndCheck(stream: EventStream, one: Open): Promise<boolean> {
    if (!(await stream.send(': ping\n\n'))) return false
    const state = await stateNow(one.conversationId).catch(() => undefined)
    // A database that cannot be reached for a moment must not end the stream.
    if (!state) return true
    // Announcements between processes may be lost.
    if (state.lastSeq > one.lastSeq) await catchUp(stream, one)
    if (!state.isOpen) await stream.send('event: gone\ndata: {}\n\n')
    return state.isOpen
  }

  async function stateNow(conversationId: string): Promise<{ lastSeq: number; isOpen: boolean }> {
    const { lastSeq, agentId } = await stateOf(database, conversationId)
    return { lastSeq, isOpen: agentId !== null && (await settings.of(agentId)).web.enabled }
  }

  /** Follows a chat until the reader leaves, the service stops, or the chat is gone. */
  async function follow(stream: EventStream, conversationId: string, afterSeq: number): Promise<void> {
    const one: Open = {
      conversationId,
      lastSeq: afterSeq,
      waiting: [],
      waker: createWaker(clock),
      isOverrun: false,
      turns: new Map(),
    }
    const unwatch = live.watch(conversationId, (event) => onEvent(one, event))
    stream.onEnd(one.waker.wake)
    const leave = streams.enter(conversationId)
    try {
      const floor = await floorIn(conversationId)
      await stream.send(`retry: 1000\nevent: floor\ndata: ${JSON.stringify(floor)}\n\n`)
      await catchUp(stream, one)
      if (floor.owner === 'ai') await followLast(one)
      await sendSoFar(stream, one, floor.owner)
      while (!stream.isEnded() && !one.isOverrun) {
        const event = one.waiting.shift()
        if (event) await send(stream, one, event)
        else if (!(await one.waker.sleep(QUIET_MS)) && !(await pingAndCheck(stream, one))) return
      }
      if (stream.isStopping()) await stream.send('event: stopping\ndata: {}\n\n')
    } finally {
      leave()
      unfollowAll(one)
      unwatch()
    }
  }

  /** Follows the turn of the last message, which a reader that comes in the middle of the answer has already seen. */
  async function followLast(one: Open): Promise<void> {
    if (database.engine !== 'postgres' || one.turns.size > 0) return
    const [last] = await messagesBefore(database, one.conversationId, Number.MAX_SAFE_INTEGER, 1)
    if (last) noteTurn(one, last)
  }

  /** Begins to follow the turn of a message, or ends following the one that is answered. */
  function noteTurn(one: Open, row: MessageRow): void {
    if (row.parent_id !== null) unfollow(one, row.parent_id)
    const mayRun = row.role === 'user' && row.handoff_id === null && clock.now() - row.created_at < TURN_MS
    const { turns } = one
    if (!mayRun || turns.has(row.id)) return
    turns.set(row.id, progress.follow(row))
    const [oldest] = turns.keys()
    if (turns.size > TURNS_FOLLOWED) unfollow(one, oldest as string)
  }

  function unfollow(one: Open, turnId: string): void {
    one.turns.get(turnId)?.()
    one.turns.delete(turnId)
  }

  function unfollowAll(one: Open): void {
    for (const turnId of [...one.turns.keys()]) unfollow(one, turnId)
  }

  async function floorIn(conversationId: string): Promise<ReturnType<typeof floorOf>> {
    const handoffId = (await findConversation(database, conversationId))?.handoff_id ?? null
    const handoff = handoffId === null ? undefined : await findHandoff(database, handoffId)
    return handoff ? floorOf(handoff) : { owner: 'ai', state: 'AI' }
  }

  /**
   * Sends the text so far of answers that are being written. The waiting pieces are dropped in the same instant as the text is
   * read, because they are part of it or of a stored answer. Later pieces are sent after it.
   */
  async function sendSoFar(stream: EventStream, one: Open, owner: 'ai' | 'human'): Promise<void> {
    const soFar = owner === 'ai' ? progress.soFarIn(one.conversationId) : []
    one.waiting = one.waiting.filter(({ kind }) => kind !== 'piece')
    for (const each of soFar) await stream.send(`event: so_far\ndata: ${JSON.stringify(each)}\n\n`)
  }

  async function send(stream: EventStream, one: Open, event: LiveEvent): Promise<void> {
    if (event.kind === 'stored') {
      if (event.seq > one.lastSeq) await catchUp(stream, one, event.seq)
    } else if (event.kind === 'piece') {
      const { turnId, text, isAnew } = event
      const name = isAnew ? 'so_far' : 'piece'
      await stream.send(`event: ${name}\ndata: ${JSON.stringify({ turnId, text })}\n\n`)
    } else {
      if (event.kind === 'turnOver') unfollow(one, event.turnId)
      else if (event.kind === 'floor' && event.owner === 'human') unfollowAll(one)
      const { kind, ...data } = event.kind === 'floor' ? withoutEpoch(event) : event
      await stream.send(`event: ${wireName[kind]}\ndata: ${JSON.stringify(data)}\n\n`)
    }
  }

  /** Sends missed messages, up to `upTo`: an answer that is already stored must not overtake its pieces, which still wait. */
  async function catchUp(stream: EventStream, one: Open, upTo = Number.POSITIVE_INFINITY): Promise<void> {
    for await (const row of eachMessage(database, one.conversationId, { after: one.lastSeq })) {
      if (row.seq > upTo) return
      const text = `id: ${row.seq}\nevent: message\ndata: ${JSON.stringify(chatMessageView(row, deps.pathTo))}\n\n`
      if (!(await stream.send(text))) return
      one.lastSeq = row.seq
      if (database.engine === 'postgres') noteTurn(one, row)
    }
  }

  return {
    follow,
    /** The number of open streams of a chat in this process. */
    openOf: streams.of,
  }
}

/** Readers need no epoch. */
const withoutEpoch = ({ kind, owner, state }: Extract<LiveEvent, { kind: 'floor' }>) => ({
  kind,
  owner,
  state,
})

const wireName = { turnOver: 'turn_over', floor: 'floor', typing: 'typing' } as const

/** A stored message as a chat page shows it. */
export function chatMessageView(row: MessageRow, pathTo: PathTo): ChatMessage {
  const { id, seq, role, text, parent_id, created_at } = row
  const spoken = role === 'user' ? [] : (JSON.parse(row.content) as Spoken[])
  return {
    id,
    sequence: seq,
    role,
    name: spoken[0]?.component ?? null,
    text,
    audio: spoken.flatMap(({ audio = [] }) => [...audio]),
    parent_id,
    files: role === 'user' ? filesIn(row, pathTo) : [],
    options: turnDetail(row)?.offered?.map(({ question }) => question) ?? [],
    feedback: row.feedback as ChatMessage['feedback'],
    created_at,
  }
}

/** The path of a file, by its message and its number in it. */
export type PathTo = (messageId: string, file: number) => string

/** The files whose bytes are stored here. */
function filesIn(row: MessageRow, pathTo: PathTo): ChatMessage['files'] {
  return storedFiles(row).flatMap(({ kind, file, name = kind }) =>
    file === undefined ? [] : [{ name, kind, url: pathTo(row.id, file) }],
  )
}
