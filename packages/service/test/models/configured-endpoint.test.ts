/** A model on a private address works because it is configured; tenants reach that address no more than before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { startTestService } from '../harness/service.ts'

onSqlite((engine) => {
  test('a model on loopback answers in serve without an allow list, and a tenant cannot read that address', async () => {
    const models = await startModelServer()
    models.answer(({ path }) =>
      path === '/chat/completions' ? { kind: 'chat', pieces: ['We close ', 'at six.'] } : undefined,
    )
    const service = await startTestService(engine, {
      env: { TANDEM_MODEL_BASE_URL: models.url, TANDEM_MODEL: 'local' },
    })
    try {
      const { key } = await service.newAgent()
      const started = await service.api('POST', '/v1/conversation', { user_id: 'anna' }, key)
      const answer = await service.api(
        'POST',
        '/v2/conversation/message',
        {
          conversation_id: started.json.conversation_id,
          response_mode: 'blocking',
          messages: [{ role: 'user', content: 'Please write me a poem about your opening hours.' }],
        },
        key,
      )
      assert.equal(answer.status, 200, answer.text)
      const asked = models.requests.length
      assert.ok(asked > 0, 'the model was asked')

      const file_url = `${models.url}/secrets.csv`
      const body = { purpose: 'QA_FILE', files: [{ file_url, file_name: 'secrets.csv' }] }
      const refused = await service.api('POST', '/v1/bot/doc/qa/add', body, key)
      assert.match(refused.text, /not public/, refused.text)
      assert.equal(models.requests.length, asked)
      assert.doesNotMatch(refused.text, /127\.0|loopback|EGRESS/, 'a tenant is told nothing of the network')
      assert.match(service.logLines.join(''), /127\.0\.0\.1 is a loopback address/, 'the operator is')

      const unknown = {
        ...body,
        files: [{ file_url: 'http://no-such-name.invalid/a.csv', file_name: 'a.csv' }],
      }
      const missing = await service.api('POST', '/v1/bot/doc/qa/add', unknown, key)
      const reasonIn = (text: string) => /could not be fetched: ([^"]*)/.exec(text)?.[1]
      assert.equal(reasonIn(missing.text), reasonIn(refused.text), 'names are not told apart')
    } finally {
      await service.stop()
      await models.close()
    }
  })
})
