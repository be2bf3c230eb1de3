/**
 * Bridges between the platform and other channels: they use the ids of their own users, which are long (`freshchat_<uuid>`) or
 * numbers, name their channel as the platform does, and call paths with a slash at the end.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const CHANNELS =
  'C_APPS WHATSAPP_META WHATSAPP_ENGAGELAB DINGTALK ZAPIER WXKF SO_BOT ZOHO_SALES_IQ APP TRAIN WORKFLOW_CHAT'.split(
    ' ',
  )
const WHOLE = 'start_time=0&end_time=9999999999999&page=1&page_size=5'

onSqlite((engine) => {
  const service = sharedService(engine)

  describe('a bridge', () => {
    test('keeps its user ids of 1 to 200 characters, and a number by its digits', async () => {
      const { key } = await service().newAgent()
      for (const userId of [`freshchat_${randomUUID()}`, `U${'4f'.repeat(16)}`, 'x'.repeat(200), 4_711]) {
        const begun = await service().api('POST', '/v1/conversation', { user_id: userId }, key)
        assert.equal(begun.status, 200, begun.text)
        const list = `/v1/bot/conversation/page?conversation_type=API&user_id=${userId}&${WHOLE}`
        const listed = await service().api('GET', list, undefined, key)
        assert.deepEqual(
          listed.json.list.map((each: { user_id: string }) => each.user_id),
          [String(userId)],
        )
        const anonymous_ids = [{ anonymous_id: 'device', conversation_type: 'WEB' }]
        const body = { user_id: userId, anonymous_ids }
        const bound = await service().api('POST', '/v1/user/set-userid', body, key)
        assert.deepEqual(bound.json.data, {
          user_id: String(userId),
          anonymous_ids: [{ ...anonymous_ids[0], source_id: null }],
        })
      }
    })

    test('may name every channel of the platform', async () => {
      const { key } = await service().newAgent()
      for (const channel of CHANNELS) {
        const list = `/v1/bot/conversation/page?conversation_type=${channel}&${WHOLE}`
        const listed = await service().api('GET', list, undefined, key)
        assert.deepEqual([listed.status, listed.json], [200, { list: [], total: 0 }])
        const ids = [{ anonymous_id: 'a', conversation_type: channel, source_id: 'page-1' }]
        const body = { user_id: `user of ${channel}`, anonymous_ids: ids }
        const bound = await service().api('POST', '/v1/user/set-userid', body, key)
        assert.deepEqual(bound.json.data, body)
      }
    })

    test('may end its paths with a slash', async () => {
      const { key } = await service().newAgent()
      const { api } = service()
      const begun = await api('POST', '/v1/conversation/', { user_id: 'ann' }, key)
      assert.equal(begun.status, 200, begun.text)
      const query = `conversation_id=${begun.json.conversation_id}&page=1&page_size=5`
      assert.equal((await api('GET', `/v2/messages/?${query}`, undefined, key)).status, 200)
      assert.equal((await api('GET', '/v1/webhook/service/health/')).text, 'service is normal')
      const wrong = await api('DELETE', '/v1/conversation/', undefined, key)
      assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST'])
    })
  })
})
