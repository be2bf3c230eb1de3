/**
 * Streaming mode: the answer as server-sent events while it is being written. The turn does not depend on the reader: it
 * goes on when the reader leaves, and whoever was cut off joins it again where they were.
 */
import { streamCodes } from '@tandem/contract/conversation'
import type { MessageRow } from '../conversations/store.ts'
import { Fault } from '../platform/fault.ts'
import type { EventStream } from '../platform/http/route.ts'
import type { FollowDeps, Follower } from './follow-turn.ts'
import type { Progress } from './progress.ts'
import { readAnswer } from './stored-answer.ts'
import { eventText, failureText, PING, tailOf } from './stream-events.ts'
import { BETWEEN_SPOKEN } from './turn.ts'
import { answerIdOf } from './turn-ids.ts'

export interface StreamDeps extends FollowDeps {
  readonly progress: Progress
}

export interface Streamed {
  readonly message: MessageRow
  /** Undefined when the AI does not answer. */
  readonly follower: Follower | undefined
  /** How far a reader that comes back has got; undefined for a new one. */
  readonly from?: number | undefined
}

const PING_MS = 10_000

export async function streamTurn(deps: StreamDeps, stream: EventStream, streamed: Streamed): Promise<void> {
  const { follower } = streamed
  const wake = () => follower?.stop()
  stream.ended.addEventListener('abort', wake)
  if (stream.ended.aborted) wake()
  const stopPings = ping(deps, stream)
  try {
    await writeTurn(deps, stream, streamed)
  } catch (error) {
    deps.log.error({ err: error, message: streamed.message.id }, 'a stream failed')
    await stream.send(failureText(error))
  } finally {
    stopPings()
    stream.ended.removeEventListener('abort', wake)
    follower?.stop()
  }
}

async function writeTurn(deps: StreamDeps, stream: EventStream, streamed: Streamed): Promise<void> {
  const { message, follower, from } = streamed
  const messageId = message.id
  const text = textWriter(stream, messageId, from)
  if (from === undefined) {
    const info = { message_id: follower ? answerIdOf(messageId) : messageId }
    await stream.send(eventText({ messageId, n: 0 }, streamCodes.messageInfo, info))
  }
  while (follower && !follower.isOver()) {
    const soFar = deps.progress.textOf(messageId)
    if (soFar !== undefined) await text.write(soFar)
    if (!follower.isOver()) await follower.changed()
  }
  if (stream.ended.aborted) {
    if (stream.isStopping()) await stream.send(failureText(new Fault('unavailable', STOPPING)))
    return
  }
  const answer = await readAnswer(deps, message)
  const whole = answer.spoken.map((spoken) => spoken.text).join(BETWEEN_SPOKEN)
  await text.write(whole)
  const had = Math.max(0, (from ?? 0) - whole.length)
  for (const [i, { code, data }] of tailOf(answer).entries()) {
    if (i < had) continue
    await stream.send(eventText({ messageId, n: whole.length + i + 1 }, code, data))
  }
}

const STOPPING =
  'The service is shutting down. The answer goes on: GET /v2/conversation/message/stream with Last-Event-ID.'

/** Sends what is new in a text that grows. */
function textWriter(stream: EventStream, messageId: string, from = 0) {
  /** What the reader has, as far as it is known. */
  let sent: string | undefined = from === 0 ? '' : undefined
  let position = from
  return {
    async write(text: string): Promise<void> {
      // A run that failed half-way began anew with other words: what was sent cannot be taken back.
      const isOther = sent !== undefined && !text.startsWith(sent)
      const piece = isOther ? BETWEEN_SPOKEN + text : text.slice(position)
      if (piece === '') return
      sent = text
      position = text.length
      await stream.send(eventText({ messageId, n: position }, streamCodes.text, piece))
    },
  }
}

/** A comment now and then keeps proxies from closing a connection on which nothing seems to happen. */
function ping({ clock }: StreamDeps, stream: EventStream): () => void {
  let cancel = () => {}
  let isSending = false
  const plan = () => {
    cancel = clock.after(PING_MS, () => {
      plan()
      // A reader that is behind has enough to read.
      if (isSending) return
      isSending = true
      void stream.send(PING).finally(() => {
        isSending = false
      })
    })
  }
  plan()
  return () => cancel()
}
