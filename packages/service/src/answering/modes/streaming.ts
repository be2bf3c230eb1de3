/**
 * Streaming mode: the answer as server-sent events while it is being written. The turn does not depend on the reader: it
 * continues when the reader leaves, and a reader that lost its connection can continue where it was.
 */
import { streamCodes } from '@tandem/contract/conversation'
import type { MessageAudio } from '@tandem/contract/message'
import { BETWEEN_SPOKEN, wholeText } from '../../conversations/send-to-user.ts'
import type { MessageRow } from '../../conversations/store.ts'
import { Fault } from '../../platform/fault.ts'
import type { EventStream } from '../../platform/http/route.ts'
import { readFiles } from '../files/file-store.ts'
import type { FollowDeps, Follower } from '../turns/follow-turn.ts'
import type { Progress } from '../turns/progress.ts'
import { readAnswer, type StoredAnswer } from '../turns/stored-answer.ts'
import { answerIdOf } from '../turns/turn-item.ts'
import { findAudio } from '../voice/audio-store.ts'
import {
  EMPTY_MARK,
  eventText,
  failureText,
  idleText,
  markOn,
  markText,
  type StreamPosition,
  tailOf,
} from './stream-events.ts'

export interface StreamDeps extends FollowDeps {
  readonly progress: Progress
}

export interface Streamed {
  readonly message: MessageRow
  /** Undefined when the AI does not answer. */
  readonly follower: Follower | undefined
  /** The stored answer, if it was already read. */
  readonly answer?: StoredAnswer
  /** The position of a reader that comes back; undefined for a new one. */
  readonly from?: Pick<StreamPosition, 'n' | 'mark'> | undefined
  /** Whether the reader understands ids and comments, not only `data:` lines. */
  readonly hasIds: boolean
}

/** Proxies close a connection that is idle for longer. */
const QUIET_MS = 10_000

type SendAt = (
  position: Omit<StreamPosition, 'messageId'>,
  code: Parameters<typeof eventText>[1],
  data: unknown,
) => Promise<boolean>

export async function streamTurn(deps: StreamDeps, stream: EventStream, streamed: Streamed): Promise<void> {
  const { follower } = streamed
  stream.onEnd(() => follower?.stop())
  const unfollow = follower ? deps.progress.follow(streamed.message) : () => {}
  try {
    await writeTurn(deps, stream, streamed)
  } catch (error) {
    deps.log.error({ err: error, message: streamed.message.id }, 'a stream failed')
    await stream.send(failureText(error))
  } finally {
    unfollow()
    follower?.stop()
  }
}

async function writeTurn(deps: StreamDeps, stream: EventStream, streamed: Streamed): Promise<void> {
  const { message, follower, from } = streamed
  const messageId = message.id
  const send: SendAt = (position, code, data) =>
    stream.send(eventText(streamed.hasIds ? { messageId, ...position } : undefined, code, data))
  const text = textWriter(send, from)
  const known = follower ? undefined : (streamed.answer ?? (await readAnswer(deps, message)))
  if (from === undefined) {
    const info = { message_id: known ? known.body.message_id : answerIdOf(messageId) }
    await send({ n: 0 }, streamCodes.messageInfo, info)
  }
  while (follower && !follower.isOver()) {
    const soFar = deps.progress.soFarOf(messageId)
    if (soFar) await text.write(soFar.text, soFar.run)
    if (!follower.isOver() && !(await follower.changed(QUIET_MS)))
      await stream.send(idleText(streamed.hasIds))
  }
  if (stream.isEnded()) {
    if (stream.isStopping()) await stream.send(failureText(new Fault('unavailable', STOPPING)))
    return
  }
  const answer = known ?? (await readAnswer(deps, message))
  if (answer.isAgentGone) {
    await stream.send(failureText(new Fault('agentDeleted')))
    return
  }
  const whole = wholeText(answer.spoken)
  // A dropped answer has no text: the pieces that were already sent stay as they are.
  const { isOther, mark } =
    answer.spoken.length === 0
      ? { isOther: from?.mark !== undefined, mark: undefined }
      : await text.write(whole)
  const had = isOther ? 0 : Math.max(0, (from?.n ?? 0) - whole.length)
  for (const [i, event] of tailOf(answer).entries()) {
    if (i < had) continue
    const data = 'sound' in event ? await withBytes(deps, event.sound) : event.data
    if (!(await send({ n: whole.length + i + 1, mark }, event.code, data))) return
  }
}

/** Clients of the platform expect the bytes of audio in the stream (null when expired) besides its address. */
async function withBytes({ database, clock }: StreamDeps, { audio, transcript }: MessageAudio) {
  const row = await findAudio(database, audio.slice(audio.lastIndexOf('/') + 1), clock.now())
  const [audioAnswer = null] = row ? await readFiles(database, row.name) : []
  return { audioAnswer, transcript, audio }
}

const STOPPING =
  'The service is shutting down. The answer goes on: GET /v2/conversation/message/stream with Last-Event-ID or message_id.'

/**
 * Sends the new part of a growing text. An interrupted run begins anew, perhaps with other words. Text that was sent cannot be
 * taken back, so the whole new text follows it.
 */
function textWriter(send: SendAt, from: Streamed['from']) {
  /** The text that the reader has. Undefined for a reader that comes back: only the length and the mark are known. */
  let sent = from === undefined || from.n === 0 ? '' : undefined
  let mark = EMPTY_MARK
  let lastRun: string | undefined
  return {
    /** The text so far of a run, which only grows; without a run, the whole text. */
    async write(text: string, run?: string): Promise<{ isOther: boolean; mark: string | undefined }> {
      let isOther = false
      // Comparing again with each piece would make long answers with many readers slow.
      const isGrown = run !== undefined && run === lastRun
      if (sent !== undefined) isOther = !isGrown && !text.startsWith(sent)
      else if (from && (run === undefined || text.length >= from.n)) {
        sent = text.slice(0, from.n)
        mark = markOn(EMPTY_MARK, sent)
        isOther = from.mark !== undefined && from.mark !== markText(mark)
      } else return { isOther, mark: from?.mark }
      const piece = isOther ? BETWEEN_SPOKEN + text : text.slice(sent.length)
      mark = isOther ? markOn(EMPTY_MARK, text) : markOn(mark, piece)
      sent = text
      lastRun = run
      const marked = text === '' ? undefined : markText(mark)
      if (piece !== '') await send({ n: text.length, mark: marked }, streamCodes.text, piece)
      return { isOther, mark: marked }
    },
  }
}
