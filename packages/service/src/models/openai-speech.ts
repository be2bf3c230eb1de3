/** Speech and transcription at an OpenAI-compatible endpoint. */
import { z } from 'zod'
import { badAnswer, type EndpointDeps, orFailure, post } from './endpoint.ts'
import {
  refuseTooLong,
  type SpeakResult,
  type Speech,
  type TranscribeResult,
  type Transcriber,
} from './speech.ts'

const MAX_AUDIO_BYTES = 32 * 1024 * 1024
const MAX_TRANSCRIPT_BYTES = 4 * 1024 * 1024
const DEFAULT_VOICE = 'alloy'

const transcriptShape = z.object({ text: z.string() })

export function createEndpointSpeech(deps: EndpointDeps, voice: string | undefined): Speech {
  return {
    async speak(text, { signal }): Promise<SpeakResult> {
      const spoken = { input: text, voice: voice ?? DEFAULT_VOICE, response_format: 'mp3' }
      const body = { model: deps.endpoint.model, ...spoken }
      const request = { path: '/audio/speech', body, maxResponseBytes: MAX_AUDIO_BYTES, signal }
      return (
        refuseTooLong(text) ??
        orFailure(deps, 'speech', signal, () =>
          post(deps, request, async (response) => {
            const audio = Buffer.from(await response.arrayBuffer())
            const kind = audioKind(response.headers.get('content-type'))
            if (!kind || audio.length === 0) throw badAnswer('the answer of the model is no audio')
            return { audio, ...kind }
          }),
        )
      )
    },
  }
}

export function createEndpointTranscriber(deps: EndpointDeps): Transcriber {
  return {
    async transcribe(audio, { fileName, mimeType, language, signal }): Promise<TranscribeResult> {
      const body = new FormData()
      body.set('model', deps.endpoint.model)
      body.set('response_format', 'json')
      if (language) body.set('language', language.split('-')[0] ?? language)
      body.set('file', new Blob([new Uint8Array(audio)], { type: mimeType }), fileName)
      const request = { path: '/audio/transcriptions', body, maxResponseBytes: MAX_TRANSCRIPT_BYTES, signal }
      return orFailure(deps, 'speech', signal, () =>
        post(deps, request, async (response) => {
          const read = transcriptShape.safeParse(await response.json())
          if (!read.success) throw badAnswer('the answer of the model holds no text')
          return { text: read.data.text.trim() }
        }),
      )
    },
  }
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

/** A response without a type counts as MP3, because we asked for it. Returns null for a type that is not audio. */
function audioKind(contentType: string | null): { mimeType: string; extension: string } | null {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? 'application/octet-stream'
  if (type === 'application/octet-stream') return { mimeType: 'audio/mpeg', extension: 'mp3' }
  const extension = AUDIO_KINDS[type]
  return extension ? { mimeType: type, extension } : null
}
