/** Speech and transcription at an endpoint, and speech by a program: the sound, or one reason why there is none. */
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createEspeak } from '../../src/models/espeak.ts'
import { createLog } from '../../src/platform/log.ts'
import { API_KEY, modelScene } from './scene.ts'

const scene = modelScene()

function speech() {
  const { speech: made } = scene.models({ TANDEM_SPEECH_MODEL: 'tts-1', TANDEM_SPEECH_VOICE: 'nova' })
  assert.ok(made)
  return made
}

function transcriber() {
  const { transcriber: made } = scene.models({ TANDEM_TRANSCRIPTION_MODEL: 'hear-1' })
  assert.ok(made)
  return made
}

describe('speech at an endpoint', () => {
  it('is asked for with model and voice, and comes as bytes with their kind', async () => {
    scene.server.answerNext({ kind: 'audio', bytes: Buffer.from([0, 255, 1]), mimeType: 'audio/mpeg' })
    const said = await speech().speak('Hello', { language: 'en' })
    assert.deepEqual(said, {
      ok: true,
      audio: Buffer.from([0, 255, 1]),
      mimeType: 'audio/mpeg',
      extension: 'mp3',
    })
    const [request] = scene.server.requests
    assert.equal(request?.headers.authorization, `Bearer ${API_KEY}`)
    assert.deepEqual(request?.json, { model: 'tts-1', input: 'Hello', voice: 'nova', response_format: 'mp3' })
  })

  it('fails with a reason when it is refused, no sound, empty, too large, or the text too long', async () => {
    scene.server.answerNext(
      { kind: 'fail', status: 429, retryAfter: '1' },
      { kind: 'audio', bytes: Buffer.from('<html>'), mimeType: 'text/html' },
      { kind: 'audio', bytes: Buffer.alloc(0) },
      { kind: 'huge', bytes: 40_000_000 },
    )
    for (const kind of ['rate_limited', 'bad_answer', 'bad_answer', 'bad_answer']) {
      const said = await speech().speak('Hello', { language: null })
      assert.ok(!said.ok && said.failure.kind === kind, JSON.stringify(said).slice(0, 200))
    }
    const said = await speech().speak('x'.repeat(5000), { language: null })
    assert.ok(!said.ok && said.failure.kind === 'refused')
    assert.equal(scene.server.requests.length, 4)
  })
})

describe('transcription at an endpoint', () => {
  it('sends the file with its name and kind, and gives the text', async () => {
    scene.server.answerNext({ kind: 'transcript', text: ' Hello there. ' })
    const options = { fileName: 'a "b".ogg', mimeType: 'audio/ogg', language: 'de-AT' }
    const heard = await transcriber().transcribe(Buffer.from('sound'), options)
    assert.deepEqual(heard, { ok: true, text: 'Hello there.' })
    const form = scene.server.requests[0]?.form
    assert.deepEqual([form?.model, form?.language], ['hear-1', 'de'])
    assert.deepEqual(form?.file, { name: 'a "b".ogg', type: 'audio/ogg', bytes: Buffer.from('sound') })
  })

  it('fails with a reason when it is refused, unreadable or cancelled', async () => {
    const options = { fileName: 'a.ogg', mimeType: 'audio/ogg', language: null }
    scene.server.answerNext({ kind: 'fail', status: 400 }, { kind: 'raw', chunks: ['{"text":7}'] })
    for (const kind of ['refused', 'bad_answer']) {
      const heard = await transcriber().transcribe(Buffer.from('x'), options)
      assert.ok(!heard.ok && heard.failure.kind === kind)
    }
    const heard = await transcriber().transcribe(Buffer.from('x'), {
      ...options,
      signal: AbortSignal.abort(),
    })
    assert.ok(!heard.ok && heard.failure.kind === 'cancelled')
  })
})

describe('speech by espeak-ng', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-espeak-'))
  after(() => rmSync(folder, { recursive: true }))

  /** A program in its place, which gets the same arguments and the same stdin. */
  function stand(name: string, body: string) {
    const program = join(folder, name)
    writeFileSync(program, `#!${process.execPath}\n${body}`)
    chmodSync(program, 0o755)
    return (voice?: string, timeoutMs = 20_000) =>
      createEspeak({ voice, timeoutMs, log: createLog('silent'), program })
  }
  const WAVE = `
    const head = Buffer.alloc(44); head.write('RIFF', 0); head.fill(255, 4, 8); head.write('data', 36); head.fill(255, 40, 44)
    let text = ''
    process.stdin.on('data', (c) => { text += c }).on('end', () => {
      process.stdout.write(Buffer.concat([head, Buffer.from(JSON.stringify({ args: process.argv.slice(2), text, env: Object.keys(process.env) }))]))
    })`

  it('gets the text by stdin and the voice of the language, and its file gets its real length', async () => {
    const espeak = stand('good', WAVE)
    const said = await espeak().speak('--version; `id`', { language: 'zh-CN' })
    assert.ok(said.ok)
    assert.deepEqual([said.mimeType, said.extension], ['audio/wav', 'wav'])
    assert.equal(said.audio.readUInt32LE(4), said.audio.length - 8)
    assert.equal(said.audio.readUInt32LE(40), said.audio.length - 44)
    const seen = JSON.parse(said.audio.subarray(44).toString())
    assert.equal(seen.text, '--version; `id`')
    assert.deepEqual(seen.args, ['--stdin', '--stdout', '-v', 'cmn'])
    // It sees none of our secrets.
    assert.deepEqual(
      seen.env.filter((name: string) => /TANDEM|DATABASE/.test(name)),
      [],
    )
    const plain = await espeak().speak('x', { language: '-x --path=/etc' })
    assert.ok(plain.ok)
    assert.deepEqual(JSON.parse(plain.audio.subarray(44).toString()).args, ['--stdin', '--stdout'])
  })

  it('fails with a reason when it is missing, says nothing, fails, hangs, floods or is cancelled', async () => {
    const speak = (espeak: ReturnType<typeof createEspeak>, signal?: AbortSignal) =>
      espeak.speak('Hello', { language: 'en', ...(signal ? { signal } : {}) })
    const missing = createEspeak({
      voice: undefined,
      timeoutMs: 1000,
      log: createLog('silent'),
      program: join(folder, 'none'),
    })
    const flood =
      'const c = Buffer.alloc(1e6); const w = () => { while (process.stdout.write(c)); process.stdout.once("drain", w) }; w()'
    const cases = [
      [await speak(missing), 'unreachable', /install the package espeak-ng/],
      [await speak(stand('mute', '')()), 'bad_answer', /no speech/],
      [
        await speak(stand('fail', 'console.error("no voice"); process.exit(1)')()),
        'bad_answer',
        /code 1 .*no voice/,
      ],
      [await speak(stand('hang', 'setInterval(() => {}, 1000)')(undefined, 300)), 'timeout', /300 ms/],
      [await speak(stand('flood', flood)()), 'bad_answer', /too long/],
      [
        await speak(stand('idle', 'setInterval(() => {}, 1000)')(), AbortSignal.abort()),
        'cancelled',
        /cancelled/,
      ],
    ] as const
    for (const [said, kind, reason] of cases) {
      assert.ok(!said.ok)
      assert.equal(said.failure.kind, kind)
      assert.match(said.failure.reason, reason)
    }
    const long = await stand('good2', WAVE)().speak('x'.repeat(5000), { language: null })
    assert.ok(!long.ok && long.failure.kind === 'refused')
  })
})
