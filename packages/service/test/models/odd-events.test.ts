/** Endpoints that say more, less or other things than the protocol knows: the answer is whole where it was said, and counted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatPart } from '../../src/models/chat-model.ts'
import { cleanEvents } from '../../src/models/clean-events.ts'
import { modelScene } from './scene.ts'

const scene = modelScene()

async function partsOf(): Promise<ChatPart[]> {
  const { chat } = scene.models()
  assert.ok(chat)
  const turns = [{ role: 'user', text: 'What are your hours?' }] as const
  const parts: ChatPart[] = []
  for await (const part of chat.stream({ system: 'Answer briefly.', turns, timeoutMs: 20_000 }))
    parts.push(part)
  return parts
}

const textOf = (parts: ChatPart[]) => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const words = (content: string, finish: string | null = null) =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })
const DONE = 'data: [DONE]\n\n'

test('leaves other work its turn while thousands of events come at once, and passes on every one', async () => {
  const events = words('a').repeat(20_000)
  let turns = 0
  let isOver = false
  async function read(): Promise<number> {
    let bytes = 0
    const body = ReadableStream.from([new TextEncoder().encode(events)])
    for await (const chunk of cleanEvents(body, () => {})) bytes += chunk.length
    isOver = true
    return bytes
  }
  const reading = read()
  for (; !isOver; turns++) await new Promise(setImmediate)
  assert.equal(await reading, events.length)
  assert.ok(turns > 4, `${turns} turns of the event loop`)
})

test('takes an answer that was said in full for whole, whatever comes behind its end', async () => {
  const behind = [
    event({ object: 'usage.report', tokens: 5 }),
    event({ choices: [], usage: { prompt_tokens: '12', completion_tokens: 3.7, total_tokens: null } }),
    event({ choices: 7 }),
    event({ error: { message: 'too late' } }),
    event(5),
    'data: not json\n\n',
  ]
  for (const each of behind) {
    scene.server.answerNext({ kind: 'raw', chunks: [words('Nine.'), words('', 'stop'), each, DONE] })
    const parts = await partsOf()
    assert.equal(textOf(parts), 'Nine.')
    assert.equal(parts.at(-1)?.kind, 'end', each)
  }
})

test('takes an answer for whole whose connection breaks behind its end', async () => {
  const headers = { 'content-length': '9999', connection: 'close' }
  const end = words('', 'stop')
  scene.server.answerNext({ kind: 'raw', headers, chunks: [words('Nine.'), end] })
  const parts = await partsOf()
  assert.equal(textOf(parts), 'Nine.')
  assert.equal(parts.at(-1)?.kind, 'end')
  scene.server.answerNext({ kind: 'raw', headers, chunks: [words('Nine.')] })
  const broken = (await partsOf()).at(-1)
  assert.ok(broken?.kind === 'failed')
  assert.equal(broken.failure.kind, 'unreachable')
})

test('takes a done without a reason for the end, and a mere end of the stream for a break', async () => {
  scene.server.answerNext({ kind: 'raw', chunks: [words('Nine.'), DONE] })
  const last = (await partsOf()).at(-1)
  assert.ok(last?.kind === 'end')
  assert.equal(last.finish, 'stop')
  scene.server.answerNext({ kind: 'raw', chunks: [words('Nine')] })
  const broken = (await partsOf()).at(-1)
  assert.ok(broken?.kind === 'failed')
  assert.equal(broken.failure.kind, 'bad_answer')
})

test('reads past events that are no part of an answer', async () => {
  const ping = `event: ping\n${event({ type: 'ping' })}`
  const chunks = [ping, words('Nine'), event(5), ping, words('.', 'stop'), DONE]
  scene.server.answerNext({ kind: 'raw', chunks })
  const parts = await partsOf()
  assert.equal(textOf(parts), 'Nine.')
  assert.equal(parts.at(-1)?.kind, 'end')
})

test('counts what an endpoint leaves out of its report, and never takes an answer for free', async () => {
  const reports = [
    { report: {}, prompt: undefined, completion: undefined },
    { report: { prompt_tokens: 0, completion_tokens: 0 }, prompt: undefined, completion: undefined },
    { report: { prompt_tokens: 500, completion_tokens: null }, prompt: 500, completion: undefined },
    { report: { prompt_tokens: null, completion_tokens: 70 }, prompt: undefined, completion: 70 },
    { report: { input_tokens: 500, output_tokens: 70 }, prompt: 500, completion: 70 },
  ]
  for (const { report, prompt, completion } of reports) {
    const usage = event({ choices: [], usage: report })
    scene.server.answerNext({ kind: 'raw', chunks: [words('Nine to five.', 'stop'), usage, DONE] })
    const last = (await partsOf()).at(-1)
    assert.ok(last?.kind === 'end')
    const { promptTokens, completionTokens } = last.usage
    assert.ok(prompt === undefined ? promptTokens > 10 && promptTokens < 60 : promptTokens === prompt)
    assert.ok(
      completion === undefined
        ? completionTokens > 2 && completionTokens < 10
        : completionTokens === completion,
    )
  }
})
