/** Speech and transcription at an OpenAI-compatible endpoint. */
import { z } from 'zod'
import type { Egress } from '../platform/egress/client.ts'
import type { Log } from '../platform/log.ts'
import { type Endpoint, post } from './endpoint.ts'
import { failureOfError, failureOfStatus } from './explain-failure.ts'
import { type ModelFailure, modelFailure, noteFailure } from './failure.ts'
import type { SpeakResult, Speech, TranscribeResult, Transcriber } from './speech.ts'

const MAX_AUDIO_BYTES = 32 * 1024 * 1024
const MAX_TRANSCRIPT_BYTES = 4 * 1024 * 1024
/** What the usual models take in one request. */
const MAX_SPOKEN_CHARS = 4096
const DEFAULT_VOICE = 'alloy'

export interface SpeechDeps {
  readonly endpoint: Endpoint
  readonly egress: Pick<Egress, 'fetch'>
  readonly timeoutMs: number
  readonly log: Log
}

const transcriptShape = z.object({ text: z.string() })

export function createEndpointSpeech(deps: SpeechDeps, voice: string | undefined): Speech {
  const { egress, endpoint, timeoutMs } = deps
  return {
    async speak(text, { signal }): Promise<SpeakResult> {
      if (text.length > MAX_SPOKEN_CHARS) {
        const failure = tooLong(text.length)
        return { ok: false, failure }
      }
      const body = {
        model: endpoint.model,
        input: text,
        voice: voice ?? DEFAULT_VOICE,
        response_format: 'mp3',
      }
      const limits = { timeoutMs, maxResponseBytes: MAX_AUDIO_BYTES }
      try {
        const response = await post(egress, endpoint, '/audio/speech', body, limits, signal)
        if (!response.ok) return refused(deps, response)
        const audio = Buffer.from(await response.arrayBuffer())
        const kind = audioKind(response.headers.get('content-type'))
        if (!kind || audio.length === 0)
          return noted(deps, modelFailure('bad_answer', 'the answer of the model is no audio'))
        return { ok: true, audio, ...kind }
      } catch (error) {
        return noted(deps, failureOfError(error, signal))
      }
    },
  }
}

export function createEndpointTranscriber(deps: SpeechDeps): Transcriber {
  const { egress, endpoint, timeoutMs } = deps
  return {
    async transcribe(audio, { fileName, mimeType, language, signal }): Promise<TranscribeResult> {
      const form = new FormData()
      form.set('model', endpoint.model)
      form.set('response_format', 'json')
      if (language) form.set('language', language.split('-')[0] ?? language)
      form.set('file', new Blob([new Uint8Array(audio)], { type: mimeType }), fileName)
      const limits = { timeoutMs, maxResponseBytes: MAX_TRANSCRIPT_BYTES }
      try {
        const response = await post(egress, endpoint, '/audio/transcriptions', form, limits, signal)
        if (!response.ok) return refused(deps, response)
        const read = transcriptShape.safeParse(await response.json())
        if (read.success) return { ok: true, text: read.data.text.trim() }
        return noted(deps, modelFailure('bad_answer', 'the answer of the model holds no text'))
      } catch (error) {
        return noted(deps, failureOfError(error, signal))
      }
    },
  }
}

async function refused(deps: SpeechDeps, response: Response) {
  const { status, headers } = response
  return noted(deps, failureOfStatus(status, headers, await response.text(), deps.endpoint.apiKey))
}

function noted({ log, endpoint }: SpeechDeps, failure: ModelFailure): { ok: false; failure: ModelFailure } {
  noteFailure(log, 'speech', endpoint.model, failure)
  return { ok: false, failure }
}

function tooLong(chars: number): ModelFailure {
  return modelFailure(
    'refused',
    `the text to speak has ${chars} characters, at most ${MAX_SPOKEN_CHARS} can be spoken`,
  )
}

const AUDIO_KINDS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/webm': 'webm',
}

/** Mp3 was asked for, so an answer that does not say what it is counts as such; one that says it is text does not. */
function audioKind(contentType: string | null): { mimeType: string; extension: string } | null {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/octet-stream'
  if (type === 'application/octet-stream') return { mimeType: 'audio/mpeg', extension: 'mp3' }
  const extension = AUDIO_KINDS[type]
  return extension ? { mimeType: type, extension } : null
}
