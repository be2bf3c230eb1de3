/** Speech by the program espeak-ng: a process for each text, which gets it by stdin and gives a WAV file by stdout. */
import { spawn } from 'node:child_process'
import type { Log } from '../platform/log.ts'
import { type ModelFailure, modelFailure, noteFailure } from './failure.ts'
import type { SpeakResult, Speech } from './speech.ts'

const MAX_SPOKEN_CHARS = 4096
const MAX_AUDIO_BYTES = 32 * 1024 * 1024
const MAX_COMPLAINT_CHARS = 200
/** Languages it calls by another name. */
const VOICES: Record<string, string> = { zh: 'cmn', no: 'nb' }

export interface EspeakDeps {
  readonly voice: string | undefined
  readonly timeoutMs: number
  readonly log: Log
  /** Found by PATH unless it is a path. */
  readonly program?: string
}

export function createEspeak({ voice, timeoutMs, log, program = 'espeak-ng' }: EspeakDeps): Speech {
  return {
    async speak(text, { language, signal }): Promise<SpeakResult> {
      const said = await run({ program, voice: voice ?? voiceOf(language), text, timeoutMs, signal })
      if (!said.ok) noteFailure(log, 'speech', program, said.failure)
      return said
    },
  }
}

interface Run {
  readonly program: string
  readonly voice: string | null
  readonly text: string
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

function run({ program, voice, text, timeoutMs, signal }: Run): Promise<SpeakResult> {
  if (signal?.aborted) return failed(modelFailure('cancelled', 'the speech was cancelled'))
  if (text.length > MAX_SPOKEN_CHARS) {
    const found = `the text to speak has ${text.length} characters`
    return failed(modelFailure('refused', `${found}, at most ${MAX_SPOKEN_CHARS} can be spoken`))
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let sizeBytes = 0
    let complaint = ''
    const child = spawn(program, ['--stdin', '--stdout', ...(voice ? ['-v', voice] : [])], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    })
    const end = (result: SpeakResult) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      child.kill('SIGKILL')
      resolve(result)
    }
    const fail = (failure: ModelFailure) => end({ ok: false, failure })
    const timer = setTimeout(
      () => fail(modelFailure('timeout', `espeak-ng did not finish within ${timeoutMs} ms`)),
      timeoutMs,
    )
    const onAbort = () => fail(modelFailure('cancelled', 'the speech was cancelled'))
    signal?.addEventListener('abort', onAbort, { once: true })

    child.on('error', (error) => fail(notStarted(program, error)))
    child.stdout.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes > MAX_AUDIO_BYTES) fail(modelFailure('bad_answer', 'the speech is too long'))
      else chunks.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(0, MAX_COMPLAINT_CHARS)
    })
    child.on('close', (code) => {
      const audio = Buffer.concat(chunks)
      if (code === 0 && isWave(audio))
        end({ ok: true, audio: sized(audio), mimeType: 'audio/wav', extension: 'wav' })
      else
        fail(
          modelFailure(
            'bad_answer',
            `espeak-ng ended with code ${code} and no speech: ${oneLine(complaint)}`,
          ),
        )
    })
    // It may end before it has read everything.
    child.stdin.on('error', () => {})
    child.stdin.end(text)
  })
}

function failed(failure: ModelFailure): Promise<SpeakResult> {
  return Promise.resolve({ ok: false, failure })
}

function notStarted(program: string, error: Error): ModelFailure {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  const why = isMissing
    ? 'is not installed; install the package espeak-ng'
    : `cannot be started (${error.message})`
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

/** It writes the head before it knows the length; players want the real one. */
function sized(audio: Buffer): Buffer {
  audio.writeUInt32LE(audio.length - 8, 4)
  audio.writeUInt32LE(audio.length - 44, 40)
  return audio
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim() || 'it said nothing'
