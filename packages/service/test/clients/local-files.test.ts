/**
 * A sync client that uploads files from its own disk: the content as base64, and beside it the name it knows the file by, as an
 * address that nobody can fetch (`local://faq.md`) or as an empty string.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { base64, sharedService } from '../harness/service.ts'

const CSV = base64('question,answer\nWhen are you open?,From nine to five.\n')

onSqlite((engine) => {
  const service = sharedService(engine)

  describe('a client of local files', () => {
    for (const source_url of ['local://faq.csv', 'file:///home/ann/faq.csv', 'faq.csv', '']) {
      test(`adds and updates a file with its content and source_url ${JSON.stringify(source_url)}`, async () => {
        const { key } = await service().newAgent()
        const file = { file_name: 'faq.csv', file_base64: CSV, source_url, file_url: '' }
        const add = { purpose: 'QA_FILE', files: [file] }
        const added = await service().api('POST', '/v1/bot/doc/qa/add', add, key)
        assert.deepEqual([added.status, added.json.failed], [200, []], added.text)
        const [{ doc_id }] = added.json.doc
        const update = { files: [{ ...file, doc_id, file_base64: base64('question,answer\nWho?,Ann.\n') }] }
        const updated = await service().api('PUT', '/v1/bot/doc/qa/update', update, key)
        assert.deepEqual(updated.json.doc, [{ doc_id, doc_name: 'faq.csv' }], updated.text)
        const found = await service().api('POST', '/v1/vector/match', { prompt: 'Who?', top_k: 1 }, key)
        assert.equal(found.json.list[0].content, 'Who?\nAnn.')
      })
    }

    test('sends a file of a message in the same way', async () => {
      const { key } = await service().newAgent()
      const begun = await service().api('POST', '/v1/conversation', { user_id: 'u' }, key)
      const document = [
        {
          url: 'local://bell.txt',
          name: 'bell.txt',
          base64_content: base64('How do I get in? Ring the bell.'),
        },
      ]
      const content = [
        { type: 'text', text: 'How do I get in?' },
        { type: 'document', document },
      ]
      const sent = await service().api(
        'POST',
        '/v2/conversation/message',
        {
          conversation_id: begun.json.conversation_id,
          response_mode: 'blocking',
          messages: [{ role: 'user', content }],
        },
        key,
      )
      assert.equal(sent.status, 200, sent.text)
      assert.equal(sent.json.unused, undefined)
    })

    test('is refused an address that cannot be fetched where no content comes with it', async () => {
      const { key } = await service().newAgent()
      const add = { purpose: 'QA_FILE', files: [{ file_name: 'faq.csv', source_url: 'local://faq.csv' }] }
      const { status, json } = await service().api('POST', '/v1/bot/doc/qa/add', add, key)
      assert.equal(status, 400)
      assert.match(json.message, /files\[0\]\.source_url: found "local:\/\/faq\.csv", needed an http/)
    })
  })
})
