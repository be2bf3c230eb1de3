/** Embeddings from an endpoint: every text gets its own vector, of length 1, or the call fails as a whole. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { startModelServer } from '../harness/model-server.ts'
import { API_KEY, modelScene } from './scene.ts'

const scene = modelScene()

function embedder(env = {}) {
  const { embedder: made } = scene.models({ TANDEM_EMBEDDING_MODEL: 'embed-1', ...env })
  assert.ok(made)
  return made
}

async function vectorsOf(texts: string[]): Promise<Float32Array[]> {
  const result = await embedder().embed(texts)
  assert.ok(result.ok, JSON.stringify(result))
  return result.vectors
}

async function failureOf(texts: string[], signal?: AbortSignal) {
  const result = await embedder().embed(texts, signal)
  assert.ok(!result.ok, 'it should have failed')
  return result.failure
}

const inputs = () => scene.server.requests.map(({ json }) => json?.input as string[])

describe('an embedder at an endpoint', () => {
  it('gives each text its vector, of length 1, whatever the order they come back in', async () => {
    scene.server.answerNext({
      kind: 'embeddings',
      vectors: [
        [3, 4],
        [0, 2],
      ],
      isShuffled: true,
    })
    const [first, second] = await vectorsOf(['a', 'b'])
    assert.deepEqual(
      [...(first ?? [])].map((value) => value.toFixed(3)),
      ['0.600', '0.800'],
    )
    assert.deepEqual([...(second ?? [])], [0, 1])
  })

  it('cuts many texts into batches, a few at a time, and keeps their places', async () => {
    const texts = Array.from({ length: 1000 }, (_, at) => `text ${at}`)
    const latch = createLatch()
    scene.server.answer(({ json }) => {
      const vectors = [json?.input ?? []].flat().map((text) => [1, Number(String(text).split(' ')[1])])
      return { kind: 'hold', latch, reply: { kind: 'embeddings', vectors } }
    })
    const work = vectorsOf(texts)
    await scene.server.waitFor(4)
    assert.equal(scene.server.openConnectionCount, 4)
    latch.release()
    const vectors = await work
    assert.equal(vectors.length, 1000)
    for (const [at, vector] of vectors.entries()) {
      assert.ok(Math.abs((vector[1] as number) / (vector[0] as number) - at) < 0.01 * (at + 1), `text ${at}`)
    }
    assert.ok(inputs().every((input) => input.length <= 64))
    assert.ok(scene.server.openConnectionCount <= 8)
  })

  it('asks a model with many dimensions for few vectors at a time, because a response is parsed in one piece', async () => {
    const vector = Array.from({ length: 4096 }, (_, at) => at + 1)
    scene.server.answer(({ json }) => ({
      kind: 'embeddings',
      vectors: [json?.input ?? []].flat().map(() => vector),
    }))
    const one = embedder()
    assert.ok((await one.embed(['the first shows the dimensions'])).ok)
    assert.ok((await one.embed(Array.from({ length: 64 }, (_, at) => `text ${at}`))).ok)
    assert.deepEqual(
      inputs().map(({ length }) => length),
      [1, 16, 16, 16, 16],
    )
  })

  it('sends no text that an endpoint refuses: none empty, none too long', async () => {
    await vectorsOf(['', '  ', 'x'.repeat(50_000)])
    const sent = inputs().flat()
    assert.deepEqual(sent.slice(0, 2), ['.', '.'])
    assert.equal(sent[2]?.length, 8000)
    assert.deepEqual(await vectorsOf([]), [])
  })

  it('learns its dimensions, and refuses vectors of another size', async () => {
    const one = embedder()
    assert.equal(one.dimensions, null)
    scene.server.answerNext(
      { kind: 'embeddings', vectors: [[1, 2, 3]] },
      { kind: 'embeddings', vectors: [[1, 2]] },
    )
    await one.embed(['a'])
    assert.equal(one.dimensions, 3)
    const result = await one.embed(['b'])
    assert.ok(!result.ok && result.failure.kind === 'bad_answer')
  })

  it('takes another size once two answers in a row have it, and not two that differ', async () => {
    const one = embedder()
    const answers = [3, 2, 3, 2, 4, 2, 2, 3].map((size) => ({
      kind: 'embeddings' as const,
      vectors: [Array.from({ length: size }, () => 1)],
    }))
    scene.server.answerNext(...answers)
    const taken: boolean[] = []
    for (const _ of answers) taken.push((await one.embed(['a'])).ok)
    assert.deepEqual(taken, [true, false, true, false, false, false, true, false])
    assert.equal(one.dimensions, 2)
    scene.server.answerNext({
      kind: 'embeddings',
      vectors: [
        [1, 2],
        [1, 2, 3],
      ],
    })
    assert.equal((await one.embed(['a', 'b'])).ok, false)
  })

  it('has another id for another model or host', () => {
    const ids = [
      embedder().id,
      embedder({ TANDEM_EMBEDDING_MODEL: 'embed-2' }).id,
      embedder({ TANDEM_EMBEDDING_BASE_URL: 'https://other.example/v1' }).id,
    ]
    assert.equal(new Set(ids).size, 3)
  })

  it('fails as a whole on answers that are no embeddings of what was asked', async () => {
    const raw = (text: string) =>
      ({ kind: 'raw', chunks: [text], headers: { 'content-type': 'application/json' } }) as const
    scene.server.answerNext(
      { kind: 'embeddings', vectors: [[1]] },
      {
        kind: 'embeddings',
        vectors: [
          [0, 0],
          [1, 0],
        ],
      },
      raw('{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}'),
      raw('{"data":[{"index":0,"embedding":[1]},{"index":4000000,"embedding":[1]}]}'),
      raw('{"data":[{"embedding":["x"]},{"embedding":[1]}]}'),
      raw('not JSON'),
    )
    const reasons = [
      /gave 1 embeddings, needed 2/,
      /without length/,
      /places/,
      /places/,
      /holds no/,
      /holds no/,
    ]
    for (const reason of reasons) {
      const failure = await failureOf(['a', 'b'])
      assert.equal(failure.kind, 'bad_answer')
      assert.match(failure.reason, reason)
    }
  })

  it('gives the key of the chat endpoint to no other endpoint', async () => {
    const other = await startModelServer()
    await vectorsOf(['a'])
    await embedder({ TANDEM_EMBEDDING_BASE_URL: other.url }).embed(['a'])
    await embedder({ TANDEM_EMBEDDING_BASE_URL: other.url, TANDEM_EMBEDDING_API_KEY: 'own' }).embed(['a'])
    const keys = [...scene.server.requests, ...other.requests].map(({ headers }) => headers.authorization)
    assert.deepEqual(keys, [`Bearer ${API_KEY}`, undefined, 'Bearer own'])
    await other.close()
  })

  it('passes on why the endpoint refused, and does not try again by itself', async () => {
    scene.server.answerNext({ kind: 'fail', status: 429, retryAfter: '2' }, { kind: 'fail', status: 500 })
    const limited = await failureOf(['a'])
    assert.deepEqual([limited.kind, limited.retryAfterMs], ['rate_limited', 2000])
    assert.equal((await failureOf(['a'])).kind, 'unreachable')
    assert.equal(scene.server.requests.length, 2)
  })

  it('ends every batch when it is cancelled or one of them fails', async () => {
    const controller = new AbortController()
    scene.server.answer(() => ({ kind: 'stall' }))
    const texts = Array.from({ length: 300 }, (_, at) => `text ${at}`)
    const cancelled = failureOf(texts, controller.signal)
    await scene.server.waitFor(4)
    controller.abort()
    assert.equal((await cancelled).kind, 'cancelled')
    await scene.server.waitForNoConnections()
    scene.server.answerNext({ kind: 'fail', status: 400 })
    assert.equal((await failureOf(texts)).kind, 'refused')
    await scene.server.waitForNoConnections()
  })
})
