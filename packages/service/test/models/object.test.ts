/** Answers that must fit a schema: asked for in the strictest way the endpoint takes, found wherever they stand, always checked. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { findJson } from '../../src/models/find-json.ts'
import type { ModelReply } from '../harness/model-replies.ts'
import { API_KEY, modelScene } from './scene.ts'

const scene = modelScene()
const schema = z.object({ pairs: z.array(z.object({ question: z.string(), answer: z.string() })) })
const PAIRS = { pairs: [{ question: 'Hours?', answer: 'Nine to five.' }] }

const said = (text: string, more: object = {}): ModelReply => ({ kind: 'chat', pieces: [text], ...more })

function ask(more: { timeoutMs?: number; signal?: AbortSignal } = {}, models = scene.models()) {
  assert.ok(models.chat)
  const turns = [{ role: 'user', text: 'Read this.' }] as const
  return models.chat.object({
    system: 'Find pairs.',
    turns,
    timeoutMs: 20_000,
    schema,
    schemaName: 'pairs',
    ...more,
  })
}

const formats = () =>
  scene.server.requests.map(
    ({ json }) => (json?.response_format as { type?: string } | undefined)?.type ?? 'none',
  )

async function failureOf(work: ReturnType<typeof ask>) {
  const result = await work
  assert.ok(!result.ok, 'it should have failed')
  return result.failure
}

describe('an answer with a schema', () => {
  it('is asked for by its schema', async () => {
    scene.server.answerNext(said(JSON.stringify(PAIRS)))
    assert.deepEqual(await ask(), { ok: true, value: PAIRS })
    const format = scene.server.requests[0]?.json?.response_format as {
      json_schema: { name: string; schema: object }
    }
    assert.equal(format.json_schema.name, 'pairs')
    assert.deepEqual(Object.keys((format.json_schema.schema as { properties: object }).properties), ['pairs'])
    const messages = scene.server.requests[0]?.json?.messages as { content: string }[] | undefined
    assert.match(messages?.[0]?.content ?? '', /^Find pairs\.\n\n.*JSON Schema/s)
  })

  it('is asked for in the next way when the endpoint refuses one, and in the proven way from then on', async () => {
    scene.server.answer(({ json }) =>
      json?.response_format
        ? { kind: 'fail', status: 400, message: 'response_format is not supported' }
        : said(JSON.stringify(PAIRS)),
    )
    const models = scene.models()
    assert.equal((await ask({}, models)).ok, true)
    assert.deepEqual(formats(), ['json_schema', 'json_object', 'none'])
    assert.equal((await ask({}, models)).ok, true)
    assert.deepEqual(formats().slice(3), ['none'])
  })

  it('is found among thoughts, fences and words', async () => {
    const json = JSON.stringify(PAIRS)
    for (const text of [
      `<think>{"pairs": "hm"}</think>${json}`,
      `Here you are:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`,
      `The set {a} of pairs is ${json} as asked.`,
    ]) {
      scene.server.answerNext(said(text))
      const result = await ask()
      assert.ok(result.ok, text)
      assert.deepEqual(result.value, PAIRS)
    }
  })

  it('fails with the place when it does not fit, and says so when there is none', async () => {
    scene.server.answerNext(
      said('{"pairs":[{"question":"Hours?"}]}'),
      said('I would rather not.'),
      said('{"pairs":[{"question":"Ho', { finish: 'length' }),
      said(''),
    )
    const reasons = [/pairs\.0\.answer/, /no JSON/, /cut off/, /no JSON/]
    for (const reason of reasons) {
      const failure = await failureOf(ask())
      assert.equal(failure.kind, 'bad_answer')
      assert.match(failure.reason, reason)
    }
    assert.equal(scene.server.requests.length, 4)
  })

  it('fails as a stream does: time, limits, keys, broken connections, broken answers', async () => {
    const broken = {
      kind: 'raw',
      chunks: ['{"choices":'],
      headers: { 'content-type': 'application/json' },
    } as const
    scene.server.answerNext(
      { kind: 'fail', status: 429, retryAfter: '3' },
      { kind: 'fail', status: 401, message: `bad key ${API_KEY}` },
      { kind: 'fail', status: 503 },
      { kind: 'cut' },
      broken,
      { kind: 'huge', bytes: 12_000_000 },
    )
    const kinds = ['rate_limited', 'refused', 'unreachable', 'unreachable', 'bad_answer', 'bad_answer']
    for (const kind of kinds) {
      const failure = await failureOf(ask())
      assert.equal(failure.kind, kind, failure.reason)
      assert.doesNotMatch(failure.reason, /secret_/)
    }
    assert.equal(scene.server.requests.length, kinds.length)
    scene.server.answer(() => ({ kind: 'stall' }))
    assert.equal((await failureOf(ask({ timeoutMs: 100 }))).kind, 'timeout')
    const controller = new AbortController()
    // The one before may have ended before it was sent.
    const seen = scene.server.requests.length
    const cancelled = failureOf(ask({ signal: controller.signal }))
    await scene.server.waitFor(seen + 1)
    controller.abort()
    assert.equal((await cancelled).kind, 'cancelled')
    await scene.server.waitForNoConnections()
  })
})

describe('finding JSON in a text', () => {
  it('ignores brackets in strings, and gives up on brackets without end in little time', () => {
    assert.deepEqual(findJson('x {"a":"}\\"{["} y'), { value: { a: '}"{[' } })
    assert.equal(findJson('no brackets'), null)
    assert.equal(findJson('['.repeat(1_000_000)), null)
    assert.equal(findJson('{x} '.repeat(200_000)), null)
  })
})
