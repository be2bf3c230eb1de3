/** Knowledge bases are renamed, and deleted with all they hold; the default one stays. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxBasesPerAgent } from '@tandem/contract/documents'
import { TandemAdmin, type TandemError } from '@tandem/sdk/source'
import { insertBase } from '../../src/knowledge/store.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

onEachEngine((engine) => {
  const service = sharedService(engine)

  test('a base is renamed; deleted, its documents and their answers go with it, and those of others stay', async () => {
    const { id: agentId } = await service().newAgent()
    const admin = new TandemAdmin({ url: service().url, token: service().adminToken })
    const { knowledge } = admin.asAgent(agentId)
    const bases = async () => (await knowledge.bases()).knowledge_base
    const add = (name: string, question: string, base?: string) =>
      knowledge.addPairs({
        purpose: 'QA_TEXT',
        name,
        qaList: [{ question, answer: `Answer to ${question}` }],
        ...(base && { knowledge_base_id: base }),
      })
    await add('Stays', 'Do you ship to Norway?')
    const { knowledge_base_id: baseId } = await knowledge.createBase({ name: 'Bots', desc: 'Boats' })
    await admin.bases.change({ agentId, baseId }, { name: 'Boats' })
    const [byDefault, named] = await bases()
    assert.deepEqual([named?.name, named?.desc, named?.is_default], ['Boats', 'Boats', false])
    assert.equal(byDefault?.is_default, true)

    for (let n = 0; n < 60; n++) await add(`Boat ${n}`, `How long is the sailing boat number ${n}?`, baseId)
    const ask = async (text: string) => (await admin.agents.search({ agentId }, { text })).hits[0]?.question
    assert.equal(await ask('sailing boat number 7'), 'How long is the sailing boat number 7?')
    await admin.bases.delete({ agentId, baseId })
    assert.deepEqual(
      (await bases()).map(({ name, doc }) => [name, doc]),
      [['Default', 1]],
    )
    assert.equal(await ask('sailing boat number 7'), undefined)
    assert.equal(await ask('Do you ship to Norway?'), 'Do you ship to Norway?')
    assert.equal((await admin.documents.list({ agentId }).page()).items.length, 1)

    const statusOf = (error: unknown) => (error as TandemError).status
    const refusedWith = (status: number) => (error: unknown) => statusOf(error) === status
    await assert.rejects(admin.bases.delete({ agentId, baseId }), refusedWith(404))
    await assert.rejects(admin.bases.change({ agentId, baseId }, { name: 'x' }), refusedWith(404))
    await assert.rejects(admin.bases.delete({ agentId, baseId: byDefault?.id ?? '' }), refusedWith(409))
    await assert.rejects(add('Late', 'Too late?', baseId), /needed the id of a knowledge base/)
  })
  test('bases created at the same time never exceed the most an agent may have', async () => {
    const { id: agentId, key } = await service().newAgent()
    const now = Date.now()
    await service().service.database.transaction('test', async (tx) => {
      const values = Array.from({ length: maxBasesPerAgent - 1 }, (_, n) => ({
        ...{ id: `${agentId}-${n}`, agent_id: agentId, name: `${n}`, description: '', is_default: 0 },
        ...{ created_at: now, updated_at: now },
      }))
      for (const base of values) await insertBase(tx, base)
    })
    const create = () => service().api('POST', '/v1/bot/knowledge/base/create', { name: 'More' }, key)
    const answers = await Promise.all(Array.from({ length: 8 }, create))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(400)])
  })
})
