/** Chat over a real socket: what an endpoint says comes through piece by piece, and what it does wrong is told in one part. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import type { ChatPart, ChatRequest } from '../../src/models/chat-model.ts'
import { manualClock } from '../harness/clock.ts'
import { createLatch } from '../harness/developer-server.ts'
import { API_KEY, modelScene } from './scene.ts'

const scene = modelScene()

const REQUEST: ChatRequest = {
  system: 'Answer briefly.',
  turns: [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', text: 'Hi.' },
    { role: 'user', text: 'What are your hours?' },
  ],
  timeoutMs: 20_000,
}

function stream(more: Partial<ChatRequest> = {}): AsyncIterable<ChatPart> {
  const { chat } = scene.models()
  assert.ok(chat)
  return chat.stream({ ...REQUEST, ...more })
}

async function partsOf(more: Partial<ChatRequest> = {}): Promise<ChatPart[]> {
  const parts: ChatPart[] = []
  for await (const part of stream(more)) parts.push(part)
  return parts
}

const textOf = (parts: ChatPart[]) => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')

async function failureOf(more: Partial<ChatRequest> = {}) {
  const last = (await partsOf(more)).at(-1)
  assert.ok(last?.kind === 'failed', `found ${JSON.stringify(last)}`)
  return last.failure
}

const TOOL = { name: 'handoff', description: 'Calls a person.', input: z.object({ reason: z.string() }) }

describe('a chat model', () => {
  it('is asked with system, turns, key and limits, and told to report usage', async () => {
    await partsOf({ temperature: 0.2 })
    const [request] = scene.server.requests
    assert.equal(request?.path, '/chat/completions')
    assert.equal(request?.headers.authorization, `Bearer ${API_KEY}`)
    const { messages, model, temperature, stream_options } = request?.json ?? {}
    assert.deepEqual(messages, [
      { role: 'system', content: 'Answer briefly.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi.' },
      { role: 'user', content: 'What are your hours?' },
    ])
    assert.deepEqual([model, temperature], ['test-model', 0.2])
    assert.deepEqual(stream_options, { include_usage: true })
  })

  it('leaves out the settings an endpoint says it does not take, at once and from then on', async () => {
    const { chat } = scene.models()
    assert.ok(chat)
    scene.server.answer(({ json }) => {
      const fail = (message: string) => ({ kind: 'fail', status: 400, message }) as const
      if (json && 'temperature' in json) return fail("Unsupported value: 'temperature' does not support 0.2.")
      if (json && 'stream_options' in json) return fail('stream_options: extra fields not permitted')
      return undefined
    })
    for (const requests of [3, 4]) {
      const kinds: string[] = []
      for await (const { kind } of chat.stream({ ...REQUEST, temperature: 0.2 })) kinds.push(kind)
      assert.deepEqual(kinds, ['text', 'end'])
      assert.equal(scene.server.requests.length, requests)
    }
  })

  it('hands over each piece while the next is not yet said', async () => {
    const latch = createLatch()
    scene.server.answerNext({ kind: 'chat', pieces: ['Nine ', latch, 'to five.'] })
    const parts = stream()[Symbol.asyncIterator]()
    assert.deepEqual((await parts.next()).value, { kind: 'text', text: 'Nine ' })
    latch.release()
    assert.deepEqual((await parts.next()).value, { kind: 'text', text: 'to five.' })
    const usage = { promptTokens: 12, completionTokens: 3, reasoningTokens: 0 }
    assert.deepEqual((await parts.next()).value, { kind: 'end', usage, finish: 'stop' })
    assert.equal((await parts.next()).done, true)
  })

  it('counts tokens itself when the endpoint reports none', async () => {
    scene.server.answerNext({ kind: 'chat', pieces: ['Nine to five.'], reasoning: 'Hm, hours.', usage: null })
    const last = (await partsOf()).at(-1)
    assert.ok(last?.kind === 'end')
    assert.ok(last.usage.promptTokens > 10)
    assert.ok(last.usage.reasoningTokens > 0)
    assert.ok(last.usage.completionTokens > last.usage.reasoningTokens)
  })

  for (const prompt of [1e300, -5, 2.5, 100_000_001])
    it(`takes a report of ${prompt} tokens as none`, async () => {
      scene.server.answerNext({ kind: 'chat', pieces: ['Nine.'], usage: { prompt, completion: 3 } })
      const last = (await partsOf()).at(-1)
      assert.ok(last?.kind === 'end')
      assert.ok(last.usage.promptTokens > 10 && last.usage.promptTokens < 1000)
      assert.ok(last.usage.completionTokens < 10)
    })

  it('keeps thoughts out of the text, and reports what they cost', async () => {
    scene.server.answerNext({
      kind: 'chat',
      pieces: ['<thi', 'nk>Let me see', '</think>\n\nNine.'],
      reasoning: 'secret thoughts',
      usage: { prompt: 10, completion: 9, reasoning: 5 },
    })
    const parts = await partsOf()
    assert.equal(textOf(parts), 'Nine.')
    const last = parts.at(-1)
    assert.ok(last?.kind === 'end')
    assert.equal(last.usage.reasoningTokens, 5)
  })

  it('hands over a call of a tool it was given', async () => {
    scene.server.answerNext({ kind: 'chat', tools: [{ name: 'handoff', arguments: '{"reason":"angry"}' }] })
    const parts = await partsOf({ tools: [TOOL] })
    assert.deepEqual(parts[0], { kind: 'tool', name: 'handoff', input: { reason: 'angry' } })
    assert.equal(parts.at(-1)?.kind, 'end')
    const tools = scene.server.requests[0]?.json?.tools as {
      function: { name: string; parameters: object }
    }[]
    assert.equal(tools[0]?.function.name, 'handoff')
  })

  it('drops calls of unknown tools, calls with unfit input and calls nobody asked for, and keeps the text', async () => {
    const pieces = ['Nine.']
    scene.server.answerNext(
      { kind: 'chat', pieces, tools: [{ name: 'rm', arguments: '{}' }] },
      { kind: 'chat', pieces, tools: [{ name: 'handoff', arguments: '{"reason":7}' }] },
      { kind: 'chat', pieces, tools: [{ name: 'handoff', arguments: '{"rea' }] },
      { kind: 'chat', pieces, tools: [{ name: 'handoff', arguments: '{}' }] },
    )
    for (const tools of [[TOOL], [TOOL], [TOOL], []]) {
      const parts = await partsOf({ tools })
      assert.deepEqual(
        parts.map(({ kind }) => kind),
        ['text', 'end'],
      )
    }
  })

  it('drops pieces of tool calls that never get a name, and keeps the text', async () => {
    const delta = (more: object, finish: string | null) =>
      `data: ${JSON.stringify({ choices: [{ delta: more, finish_reason: finish }] })}\n\n`
    const nameless = { tool_calls: [{ index: 0, id: 'x', function: { arguments: '{"a":1}' } }] }
    const chunks = [
      delta({ content: 'Nine.' }, null),
      delta(nameless, null),
      delta({}, 'stop'),
      'data: [DONE]\n\n',
    ]
    scene.server.answerNext({ kind: 'raw', chunks })
    const parts = await partsOf({ tools: [TOOL] })
    assert.equal(textOf(parts), 'Nine.')
    assert.equal(parts.at(-1)?.kind, 'end', JSON.stringify(parts.at(-1)))
  })

  it('drops what tools said, and reads calls that share a place or come in odd pieces', async () => {
    const delta = (more: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ delta: more, finish_reason: finish }] })}\r\n\r\n`
    const call = (more: object) => delta({ tool_calls: [more] })
    scene.server.answerNext({
      kind: 'raw',
      chunks: [
        delta({ role: 'assistant', content: 'One ' }),
        delta({ role: 'tool', content: '{"rows":[1,2]}' }),
        delta({ content: 'more rows' }),
        delta({ role: 'assistant', content: 'two.' }),
        call({ index: 0, id: 'a', function: { arguments: '{"reason":' } }),
        call({ index: 0, function: { name: 'handoff', arguments: '"first"}' } }),
        call({ index: 0, id: 'b', function: { name: 'handoff', arguments: '{"reason":"second"}' } }),
        call({ index: 1, function: null }),
        delta({ function_call: { name: 'old', arguments: '{}' } }),
        delta({}, 'tool_calls'),
      ],
    })
    const parts = await partsOf({ tools: [TOOL] })
    assert.equal(textOf(parts), 'One two.')
    const inputs = parts.flatMap((part) => (part.kind === 'tool' ? [part.input] : []))
    assert.deepEqual(inputs, [{ reason: 'first' }, { reason: 'second' }])
    assert.equal(parts.at(-1)?.kind, 'end')
  })

  it('never shows tool calls that are written into the text', async () => {
    const noise = ['<tool_call>{"name":"handoff"}</tool_call>', '[TOOL_CALLS] [{"name":"x"}]', '<|im_end|>']
    for (const each of noise) {
      scene.server.answerNext({ kind: 'chat', pieces: ['Nine.', ...each] })
      assert.equal(textOf(await partsOf()), 'Nine.', each)
    }
    scene.server.answerNext({ kind: 'chat', pieces: ['a < b, [1] and <b>bold</b>', '<'] })
    assert.equal(textOf(await partsOf()), 'a < b, [1] and <b>bold</b><')
  })

  it('tells a rate limit apart, with the time asked for', async () => {
    scene.server.answerNext({ kind: 'fail', status: 429, retryAfter: '7' })
    const failure = await failureOf()
    assert.deepEqual([failure.kind, failure.retryAfterMs], ['rate_limited', 7000])
    scene.server.answerNext({ kind: 'fail', status: 429 })
    assert.equal((await failureOf()).retryAfterMs, null)
  })

  it('fails once, without trying again by itself', async () => {
    scene.server.answer(() => ({ kind: 'fail', status: 500 }))
    assert.equal((await failureOf()).kind, 'unreachable')
    assert.equal(scene.server.requests.length, 1)
  })

  it('never repeats a key, in no reason and in no log line', async () => {
    const message = `Incorrect API key provided: ${API_KEY}. Also sk-test-****cdef.`
    for (const status of [400, 401, 403, 429, 500]) {
      scene.server.answerNext({ kind: 'fail', status, message })
      const failure = await failureOf()
      assert.equal(failure.kind, status === 429 ? 'rate_limited' : status === 500 ? 'unreachable' : 'refused')
      assert.doesNotMatch(failure.reason, /secret_|sk-test/)
    }
    assert.doesNotMatch(scene.logLines.join(''), /secret_|sk-test/)
  })

  it('ends at its time, whether the endpoint is silent or stops in the middle', async () => {
    // On a busy machine the first request may run out of time before it is sent, so no answer is meant for it alone.
    scene.server.answer(() => ({ kind: 'stall' }))
    assert.equal((await failureOf({ timeoutMs: 150 })).kind, 'timeout')
    scene.server.answer(() => ({ kind: 'stall', after: ['Nine '] }))
    // Long enough for a busy machine to get as far as the first piece.
    const parts = await partsOf({ timeoutMs: 5000 })
    assert.equal(textOf(parts), 'Nine ')
    const last = parts.at(-1)
    assert.ok(last?.kind === 'failed')
    assert.equal(last.failure.kind, 'timeout')
    assert.ok(last.usage.promptTokens > 0)
    await scene.server.waitForNoConnections()
  })

  it('gives up an endpoint that has not begun in time, and none that has', async () => {
    const clock = manualClock()
    const { chat } = scene.models({ TANDEM_MODEL_START_TIMEOUT_MS: '5000' }, clock)
    assert.ok(chat)
    scene.server.answerNext({ kind: 'stall' })
    const silent = chat.stream(REQUEST)[Symbol.asyncIterator]()
    const first = silent.next()
    await scene.server.waitFor(1)
    await clock.advance(5000)
    const { value } = await first
    assert.ok(value?.kind === 'failed')
    assert.equal(value.failure.kind, 'timeout')
    assert.match(value.failure.reason, /TANDEM_MODEL_START_TIMEOUT_MS/)
    await scene.server.waitForNoConnections()

    const latch = createLatch()
    scene.server.answerNext({ kind: 'chat', pieces: ['Nine ', latch, 'to five.'] })
    let text = ''
    for await (const part of chat.stream(REQUEST)) {
      if (part.kind === 'failed') assert.fail(part.failure.reason)
      if (part.kind !== 'text') continue
      text += part.text
      await clock.advance(60_000)
      latch.release()
    }
    assert.equal(text, 'Nine to five.')
    assert.equal(clock.waiting, 0)
  })

  it('stops an answer that never ends at the length asked for, counts it, and lets the endpoint go', async () => {
    const latch = createLatch()
    scene.server.answerNext({ kind: 'chat', pieces: ['one ', 'two ', 'three ', latch] })
    const parts = await partsOf({ maxOutputChars: 10 })
    assert.equal(textOf(parts), 'one two th')
    const last = parts.at(-1)
    assert.ok(last?.kind === 'end')
    assert.equal(last.finish, 'length')
    assert.ok(last.usage.promptTokens > 10 && last.usage.completionTokens > 2)
    await scene.server.waitForNoConnections()
    latch.release()
  })

  it('says that the endpoint broke off, and keeps what was said', async () => {
    scene.server.answerNext({ kind: 'cut', after: ['Nine '] })
    const parts = await partsOf()
    assert.equal(textOf(parts), 'Nine ')
    const last = parts.at(-1)
    assert.ok(last?.kind === 'failed')
    assert.equal(last.failure.kind, 'unreachable')
    assert.match(last.failure.reason, /before the response was complete/)
  })

  it('is unreachable when nothing listens or the address is not allowed, and says so', async () => {
    const { chat } = scene.models({ TANDEM_MODEL_BASE_URL: 'http://10.0.0.1/v1' })
    const parts: ChatPart[] = []
    for await (const part of chat?.stream(REQUEST) ?? []) parts.push(part)
    const [only] = parts
    assert.ok(only?.kind === 'failed')
    assert.equal(only.failure.kind, 'unreachable')
    assert.match(only.failure.reason, /TANDEM_EGRESS_ALLOW/)
    await scene.server.close()
    assert.equal((await failureOf()).kind, 'unreachable')
  })

  it('calls an answer it cannot read a bad answer', async () => {
    const good = 'data: {"choices":[{"delta":{"content":"Nine"}}]}\n\n'
    const bad = [
      ['data: {"choices":[{"del\n\n'],
      ['data: {"error":{"message":"out of memory"}}\n\n'],
      [good],
      ['<html>not at all</html>'],
      ['data: {"choices":7}\n\n'],
    ]
    for (const chunks of bad) {
      scene.server.answerNext({ kind: 'raw', chunks })
      const failure = await failureOf()
      assert.equal(failure.kind, 'bad_answer', chunks.join(''))
      assert.equal(/out of memory/.test(failure.reason), /out of memory/.test(chunks.join('')))
    }
  })

  it('reads past lines that are no events, and past bytes that are no UTF-8', async () => {
    scene.server.answerNext({
      kind: 'raw',
      chunks: [
        ': ping\n\ngarbage\nevent: x\nretry: soon\n\n',
        Buffer.from(
          'data: {"choices":[{"delta":{"content":"Ni\xffne"},"finish_reason":"stop"}]}\n\n',
          'latin1',
        ),
        'data: [DONE]\n\n',
      ],
    })
    const parts = await partsOf()
    assert.equal(textOf(parts), 'Ni\ufffdne')
    assert.equal(parts.at(-1)?.kind, 'end')
  })

  it('gives up an answer that is far too long', async () => {
    scene.server.answerNext({ kind: 'huge', bytes: 12_000_000 })
    const failure = await failureOf()
    assert.equal(failure.kind, 'bad_answer')
    assert.match(failure.reason, /larger than/)
  })

  it('ends when it is cancelled, and when nobody reads on, and the connection with it', async () => {
    const controller = new AbortController()
    scene.server.answerNext({ kind: 'stall', after: ['Nine '] }, { kind: 'stall', after: ['Nine '] })
    const kinds: string[] = []
    for await (const part of stream({ signal: controller.signal })) {
      kinds.push(part.kind === 'failed' ? part.failure.kind : part.kind)
      controller.abort()
    }
    assert.deepEqual(kinds, ['text', 'cancelled'])
    await scene.server.waitForNoConnections()
    for await (const part of stream()) if (part.kind === 'text') break
    await scene.server.waitForNoConnections()
    const failure = await failureOf({ signal: AbortSignal.abort() })
    assert.equal(failure.kind, 'cancelled')
    assert.equal(scene.server.requests.length, 2)
  })

  it('prints nothing of its own', async (test) => {
    const write = test.mock.method(process.stderr, 'write')
    scene.server.answerNext({ kind: 'fail', status: 500 }, { kind: 'cut', after: ['x'] })
    await partsOf()
    await partsOf()
    assert.equal(write.mock.callCount(), 0)
  })
})
