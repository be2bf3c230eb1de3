/** Speech by the program espeak-ng: one process per text, with the text on stdin and a WAV file on stdout. */
import { type ExecFileException, execFile } from 'node:child_process'
import type { Log } from '../platform/log.ts'
import { type ModelFailure, modelFailure, noteFailure } from './failure.ts'
import { refuseTooLong, type SpeakResult, type Speech } from './speech.ts'

const MAX_AUDIO_BYTES = 32 * 1024 * 1024
const MAX_COMPLAINT_CHARS = 200
/** Languages that have another name in espeak-ng. */
const VOICES: Record<string, string> = { zh: 'cmn', no: 'nb' }

interface EspeakDeps {
  readonly voice: string | undefined
  readonly timeoutMs: number
  readonly log: Log
  /** A name to find in PATH, or a path. */
  readonly program?: string
}

export function createEspeak({ voice, timeoutMs, log, program = 'espeak-ng' }: EspeakDeps): Speech {
  function run(text: string, spokenBy: string | null, signal: AbortSignal | undefined): Promise<SpeakResult> {
    const options = {
      encoding: 'buffer',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_AUDIO_BYTES,
      // The service's own environment holds secrets.
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
      ...(signal && { signal }),
    } as const
    return new Promise((resolve) => {
      const args = ['--stdin', '--stdout', ...(spokenBy ? ['-v', spokenBy] : [])]
      const child = execFile(program, args, options, (error, audio, complaint) => {
        if (!error && isWave(audio))
          resolve({ ok: true, audio: sized(audio), mimeType: 'audio/wav', extension: 'wav' })
        else resolve({ ok: false, failure: failureOf(error, complaint.toString('utf8')) })
      })
      // The program may end before it has read the whole text.
      child.stdin?.on('error', () => {})
      child.stdin?.end(text)
    })
  }

  function failureOf(error: ExecFileException | null, complaint: string): ModelFailure {
    if (error?.name === 'AbortError') return modelFailure('cancelled', 'the speech was cancelled')
    if (error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
      return modelFailure('bad_answer', 'the speech is too long')
    if (error?.killed) return modelFailure('timeout', `espeak-ng did not finish within ${timeoutMs} ms`)
    if (typeof error?.code === 'string') return notStarted(program, error)
    const said = complaint.slice(0, MAX_COMPLAINT_CHARS).replace(/\s+/g, ' ').trim() || 'it said nothing'
    const reason = `espeak-ng ended with code ${error?.code ?? 0} and no speech: ${said}`
    return modelFailure('bad_answer', reason)
  }

  return {
    async speak(text, { language, signal }): Promise<SpeakResult> {
      const said = refuseTooLong(text) ?? (await run(text, voice ?? voiceOf(language), signal))
      if (!said.ok) noteFailure(log, 'speech', program, said.failure)
      return said
    },
  }
}

function notStarted(program: string, { code, message }: ExecFileException): ModelFailure {
  const why =
    code === 'ENOENT' ? 'is not installed; install the package espeak-ng' : `cannot be started (${message})`
  return modelFailure('unreachable', `${program} ${why}, or unset TANDEM_SPEECH_ENGINE`)
}

function voiceOf(language: string | null): string | null {
  const primary = /^([a-z]{2,3})(?:[-_]|$)/.exec(language?.toLowerCase() ?? '')?.[1]
  return primary ? (VOICES[primary] ?? primary) : null
}

function isWave(audio: Buffer): boolean {
  return (
    audio.length > 44 &&
    audio.toString('latin1', 0, 4) === 'RIFF' &&
    audio.toString('latin1', 36, 40) === 'data'
  )
}

/** Writes the real length into the header: espeak-ng writes the header before it knows the length, and players need it. */
function sized(audio: Buffer): Buffer {
  audio.writeUInt32LE(audio.length - 8, 4)
  audio.writeUInt32LE(audio.length - 44, 40)
  return audio
}
