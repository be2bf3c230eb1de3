/** The interfaces of speech and transcription. */
import { type ModelFailure, modelFailure } from './failure.ts'

interface SpeakOptions {
  /** A BCP 47 tag such as `de` or `zh-CN`; null when unknown. */
  readonly language: string | null
  readonly signal?: AbortSignal
}

export type SpeakResult =
  | { ok: true; audio: Buffer; mimeType: string; extension: string }
  | { ok: false; failure: ModelFailure }

export interface Speech {
  /** Never throws. */
  speak(text: string, options: SpeakOptions): Promise<SpeakResult>
}

/** The limit of common models for one request. */
const MAX_SPOKEN_CHARS = 4096

/** Returns undefined when the text can be spoken. */
export function refuseTooLong({ length }: string): (SpeakResult & { ok: false }) | undefined {
  if (length <= MAX_SPOKEN_CHARS) return undefined
  const reason = `the text to speak has ${length} characters, at most ${MAX_SPOKEN_CHARS} can be spoken`
  return { ok: false, failure: modelFailure('refused', reason) }
}

interface TranscribeOptions {
  readonly fileName: string
  readonly mimeType: string
  readonly language: string | null
  readonly signal?: AbortSignal
}

export type TranscribeResult = { ok: true; text: string } | { ok: false; failure: ModelFailure }

export interface Transcriber {
  /** Never throws. */
  transcribe(audio: Buffer, options: TranscribeOptions): Promise<TranscribeResult>
}
