/** Text to sound and sound to text, whoever does it. */
import type { ModelFailure } from './failure.ts'

export interface SpeakOptions {
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

export interface TranscribeOptions {
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
