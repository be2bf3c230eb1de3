/** The list of documents that an editor looks through. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminDocumentList } from '@tandem/contract/admin-documents'
import { onEachEngine } from '../harness/engines.ts'
import { pairsOf, sharedService, type TestService } from '../harness/service.ts'

async function listed(service: TestService, agentId: string, query = '') {
  const { json, text } = await service.admin('GET', `/agents/${agentId}/documents?${query}`)
  assert.ok(json?.items, text)
  return adminDocumentList.parse(json)
}

onEachEngine((engine) => {
  const service = sharedService(engine)

  async function add(key: string, name: string, more: object = {}): Promise<string> {
    const body = { purpose: 'QA_TEXT', name, qaList: pairsOf(2), ...more }
    const { json, text } = await service().api('POST', '/v1/bot/doc/qa/add', body, key)
    assert.ok(json?.doc?.[0], text)
    return json.doc[0].doc_id
  }

  test('documents are listed newest first, by base, state and part of a name, with counts', async () => {
    const { id, key } = await service().newAgent()
    const other = await service().newAgent()
    await add(other.key, 'Of another agent')
    const first = await add(key, 'Opening hours')
    const base = await service().api('POST', '/v1/bot/knowledge/base/create', { name: 'Shop' }, key)
    const second = await add(key, 'Shop OPENING', { knowledge_base_id: base.json.knowledge_base_id })
    const third = await add(key, '100%_off')

    const all = await listed(service(), id)
    assert.deepEqual(
      all.items.map((each) => each.id),
      [third, second, first],
    )
    assert.deepEqual(all.counts, { AVAILABLE: 3, PROCESSING: 0, FAILED: 0 })
    const [, shop] = all.items
    assert.deepEqual(
      [shop?.name, shop?.kind, shop?.status, shop?.pairs, shop?.base_id],
      ['Shop OPENING', 'QA', 'AVAILABLE', 2, base.json.knowledge_base_id],
    )
    const ids = async (query: string) => (await listed(service(), id, query)).items.map((each) => each.id)
    assert.deepEqual(await ids('q=opening'), [second, first])
    assert.deepEqual(await ids(`q=${encodeURIComponent('%_')}`), [third], 'no character of it is a wildcard')
    assert.deepEqual(await ids(`base_id=${base.json.knowledge_base_id}`), [second])
    assert.deepEqual(await ids('status=FAILED'), [])
    const narrowed = await listed(service(), id, 'q=opening&status=FAILED')
    assert.deepEqual(narrowed.counts, { AVAILABLE: 2, PROCESSING: 0, FAILED: 0 })
    assert.equal((await service().admin('GET', `/agents/${id}/documents?status=odd`)).status, 400)
    assert.equal((await service().admin('GET', '/agents/nobody/documents')).status, 404)
  })

  test('pages of documents follow each other without a gap or a repeat, while new ones come in', async () => {
    const { id, key } = await service().newAgent()
    const added: string[] = []
    for (let n = 0; n < 5; n++) added.push(await add(key, `Document ${n}`))
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await listed(service(), id, `limit=2${cursor && `&cursor=${cursor}`}`)
      found.push(...page.items.map((each) => each.id))
      cursor = page.next_cursor
      if (found.length === 2) await add(key, 'Late')
    }
    assert.deepEqual(found, added.toReversed())
  })
})
