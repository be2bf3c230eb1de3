/** Vectors of passages: asked for in small batches, of texts no longer than a question may be. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { eventually, startTestService } from '../harness/service.ts'

onSqlite((engine) => {
  test('long passages are embedded by their beginning, a few in a call, and are then found by their meaning', async () => {
    const model = await startModelServer()
    const about = (text: string) =>
      Number(/topic(\d+)/.exec(text)?.[1] ?? (text.includes('seventh') ? 7 : 30))
    model.answer(({ path, json }) => {
      if (path !== '/embeddings') return undefined
      const { input } = json as { input: string[] }
      const vectors = input.map((text) =>
        Array.from({ length: 32 }, (_, n) => (n === about(text) ? 1 : 0.02)),
      )
      return { kind: 'embeddings', vectors }
    })
    await using service = await startTestService(engine, {
      env: {
        TANDEM_EMBEDDING_MODEL: 'topics',
        TANDEM_EMBEDDING_BASE_URL: model.url,
        TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
      },
    })
    const { id, key } = await service.newAgent()
    const passages = Array.from(
      { length: 24 },
      (_, n) => `About topic${n}. ${'Filling words follow here. '.repeat(120)}`,
    )
    const files = [
      { file_name: 'long.txt', file_base64: Buffer.from(passages.join('\n@@\n')).toString('base64') },
    ]
    const { json } = await service.api('POST', '/v1/bot/doc/text/add', { files, splitter: '@@' }, key)
    assert.deepEqual(json.failed, [])
    const found = await eventually(
      'the vectors are used',
      async () =>
        (await service.admin('POST', `/agents/${id}/search`, { text: 'The seventh, please', limit: 3 })).json,
      ({ embedding }) => embedding.state === 'used' && embedding.note === null,
    )
    assert.match(found.hits[0].answer, /^About topic7\./)
    assert.deepEqual([found.hits[0].kind, found.hits[0].band], ['passage', 'offer'])
    const calls = model.requests.flatMap(({ json: body }) => [(body as { input?: string[] }).input ?? []])
    for (const texts of calls) {
      assert.ok(texts.every((text) => text.length <= 2000))
      assert.ok(texts.join('').length <= 16_000, `${texts.length} texts`)
    }
    await model.close()
  })
})
