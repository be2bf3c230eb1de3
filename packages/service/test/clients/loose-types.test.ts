/** Clients that build requests from form fields and spreadsheet cells: numbers and flags come as strings, lists with commas. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { pairsOf, sharedService } from '../harness/service.ts'

onSqlite((engine) => {
  const service = sharedService(engine)

  describe('a client of strings', () => {
    test('has its numbers taken in the body of a search and of a document', async () => {
      const { key } = await service().newAgent()
      const body = {
        ...{ purpose: 'QA_FILE', header_row: '1', chunk_token: '600' },
        files: [
          {
            file_name: 'faq.csv',
            file_base64: Buffer.from('q,a\nWhen?,Now.\nWho?,Me.\n').toString('base64'),
          },
        ],
      }
      const added = await service().api('POST', '/v1/bot/doc/qa/add', body, key)
      assert.equal(added.status, 200, added.text)
      assert.deepEqual(added.json.failed, [])
      const search = { prompt: 'When?', top_k: '1', embedding_rate: '0.5', doc_correlation: '0.3' }
      const found = await service().api('POST', '/v1/vector/match', search, key)
      assert.deepEqual([found.status, found.json.total], [200, 1], found.text)
    })

    test('has its flags taken in the configuration of a message', async () => {
      const { key } = await service().newAgent()
      await service().addDocument(key, [{ question: 'When are you open?', answer: 'From nine to five.' }])
      const begun = await service().api('POST', '/v1/conversation', { user_id: 'u' }, key)
      const ask = async (corner_citation: unknown) => {
        const answer = await service().api(
          'POST',
          '/v2/conversation/message',
          {
            conversation_id: begun.json.conversation_id,
            response_mode: 'blocking',
            messages: [{ role: 'user', content: 'When are you open?' }],
            conversation_config: { corner_citation, short_term_memory: 'false' },
          },
          key,
        )
        assert.equal(answer.status, 200, answer.text)
        return answer.json.citations?.length
      }
      assert.deepEqual([await ask('true'), await ask('false')], [1, undefined])
    })

    test('has a time in a string taken at the desk', async () => {
      const { key } = await service().newAgent()
      const body = { conversation_id: 'unknown', timestamp: '1794776173487', body: 'Hello' }
      const answer = await service().api('POST', '/v1/human/message/receive', body, key)
      assert.equal(answer.json.code, 40356, 'the time is no reason to refuse it')
    })

    test('is told of a string that is no plain number', async () => {
      const { key } = await service().newAgent()
      for (const top_k of ['', 'five', '5 ', '0x5', '1e1', '-5', '5.5', '99999999999999999999']) {
        const answer = await service().api('POST', '/v1/vector/match', { prompt: 'x', top_k }, key)
        assert.equal(answer.json.code, 40000, top_k)
        assert.match(answer.json.message, /top_k: found .* needed a whole number from 1 to 50/)
      }
    })

    test('may separate ids in a query by commas, or repeat the parameter, or both', async () => {
      const { key } = await service().newAgent()
      const [a, b, c] = await Promise.all([1, 2, 3].map((n) => service().addDocument(key, pairsOf(n))))
      const statuses = async (query: string) => {
        const { json } = await service().api('GET', `/v1/bot/data/detail/list?${query}`, undefined, key)
        return json.map((each: { data_id: string }) => each.data_id).sort()
      }
      const all = [a, b, c].sort()
      assert.deepEqual(await statuses(`data_ids=${a},${b},${c}`), all)
      assert.deepEqual(await statuses(`data_ids=${a}&data_ids=${b}&data_ids=${c}`), all)
      assert.deepEqual(await statuses(`data_ids=${a},%20${b},&data_ids=${c}`), all)
      const deleted = await service().api(
        'DELETE',
        `/v1/bot/doc/batch/delete?doc=${a},${b}&doc=${c}`,
        undefined,
        key,
      )
      assert.equal(deleted.status, 200, deleted.text)
      assert.deepEqual(await statuses(`data_ids=${a},${b},${c}`), [])
    })
  })
})
