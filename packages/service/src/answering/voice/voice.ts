/**
 * Turns answers into speech. Audio is kept for a while under a name that nobody can guess, and served without a key, because the
 * user's player has none. When speech fails, the text is sent without audio, and the reason is stored.
 */
import { randomBytes } from 'node:crypto'
import type { MessageAudio } from '@tandem/contract/message'
import type { Spoken } from '../../conversations/send-to-user.ts'
import type { Speech } from '../../models/speech.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/database/handle.ts'
import { deleteInSlices } from '../../platform/database/slice-store.ts'
import { Fault } from '../../platform/fault.ts'
import { fileResponse } from '../../platform/http/byte-range.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { findFile } from '../files/file-store.ts'
import { deleteAudio, expiredBy, findAudio, insertAudio } from './audio-store.ts'

export type Voice = ReturnType<typeof createVoice>

/** Speech endpoints accept about 4,000 characters per request. */
const PART_CHARS = 3_500
const MOST_PARTS = 6
const CLEARED_AT_ONCE = 50
const NAME = /^[A-Za-z0-9_-]{32}\.[a-z0-9]{2,5}$/

export function createVoice(
  deps: Pick<Core, 'log' | 'clock' | 'database'> & {
    readonly speech: Speech | undefined
    /** Without it, the addresses of audio have only a path. */
    readonly publicUrl: string | undefined
    readonly retentionHours: number
  },
) {
  const { speech, database, clock, log, publicUrl, retentionHours } = deps

  async function speakOne(text: string, agentId: string, language: string, signal: AbortSignal) {
    if (!speech) throw new NotSpoken('No speech is configured.')
    const parts = speakableParts(text)
    if (parts.length > MOST_PARTS) throw new NotSpoken('The answer is too long to be spoken.')
    const audio: MessageAudio[] = []
    for (const transcript of parts) {
      const result = await speech.speak(transcript, { language, signal })
      if (!result.ok) throw new NotSpoken(result.failure.reason)
      const extension = /^[a-z0-9]{2,5}$/.test(result.extension) ? result.extension : 'bin'
      const name = `${randomBytes(24).toString('base64url')}.${extension}`
      const expires_at = clock.now() + retentionHours * HOUR_MS
      const row = { name, agent_id: agentId, mime_type: result.mimeType, expires_at }
      await database.transaction('voice: speakOne', (tx) => insertAudio(tx, row, result.audio))
      audio.push({ audio: `${publicUrl ?? ''}/audio/${name}`, transcript })
    }
    return audio
  }

  return {
    /** Adds audio to the texts. Texts that cannot be spoken stay as they are; `failure` is the reason of the first. */
    async speak(
      spoken: readonly Spoken[],
      { agentId, language, signal }: { agentId: string; language: string; signal: AbortSignal },
    ): Promise<{ readonly spoken: readonly Spoken[]; readonly failure?: string }> {
      const voiced: Spoken[] = []
      let failure: string | undefined
      for (const each of spoken) {
        try {
          voiced.push({ ...each, audio: await speakOne(each.text, agentId, language, signal) })
        } catch (error) {
          failure ??= error instanceof NotSpoken ? error.message : 'Speaking the answer failed.'
          log.warn({ err: error, agent: agentId }, 'an answer could not be spoken; it is sent as text only')
          voiced.push(each)
        }
      }
      return failure === undefined ? { spoken: voiced } : { spoken: voiced, failure }
    },

    async removeExpired(stopped: () => boolean): Promise<void> {
      const slice = (tx: Tx) => deleteAudio(tx, expiredBy(clock.now()), CLEARED_AT_ONCE)
      await deleteInSlices(database, 'voice: remove expired', slice, stopped)
    },

    async serve(call: Call): Promise<RouteResponse> {
      const name = pathParam(call, 'name')
      const row = NAME.test(name) ? await findAudio(database, name, clock.now()) : undefined
      const file = row && (await findFile(database.scanReader, name, 0))
      if (!file) throw new Fault('notFound', 'There is no such audio, or it has expired.')
      const seconds = Math.max(0, Math.floor((row.expires_at - clock.now()) / 1000))
      return fileResponse(file, call.headers.range, {
        contentType: row.mime_type,
        headers: {
          'cache-control': `private, max-age=${seconds}`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      })
    },
  }
}

class NotSpoken extends Error {}

/** The text without markup, in parts that end with a sentence where possible. */
export function speakableParts(text: string): string[] {
  let rest = text
    .replace(/^ {0,3}(?:```|~~~)[^\n]*$/gm, '')
    .replace(/\$\[\d+\]\$/g, '')
    .replace(/\[([^[\]\n]{1,200})\]\(https?:[^)\s[]{1,2000}\)/g, '$1')
    .replace(/[*_`#]+/g, '')
    .trim()
  const parts: string[] = []
  while (rest.length > PART_CHARS) {
    const head = rest.slice(0, PART_CHARS)
    const ends = [...head.matchAll(/[.!?。！？\n]/g)]
    const end = (ends.at(-1)?.index ?? head.lastIndexOf(' ')) + 1
    parts.push(rest.slice(0, end > 0 ? end : PART_CHARS).trim())
    rest = rest.slice(end > 0 ? end : PART_CHARS).trim()
  }
  if (rest !== '') parts.push(rest)
  return parts
}
