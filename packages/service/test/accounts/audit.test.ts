/** The audit: who did what to which thing and from where, kept as long as the operator says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAudit, removeOldAudit } from '../../src/accounts/audit.ts'
import { manualClock } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'
import { newPerson } from './people.ts'

onEachEngine((engine) => {
  const service = sharedService(engine)
  const audit = async (query = '') => (await service().admin('GET', `/audit${query}`)).json

  test('what people and the admin token did is there with its actor, thing and address; what failed or only read is not', async () => {
    const agent = await service().newAgent()
    const one = await newPerson(service(), 'developer', [agent.id])
    const made = await one.call('POST', `/admin/v1/agents/${agent.id}/api-keys`, { label: 'x' })
    await one.call('GET', `/admin/v1/agents/${agent.id}/api-keys`)
    await one.call('POST', '/admin/v1/agents', { name: 'x' })
    await one.call('POST', `/admin/v1/agents/${agent.id}/search`, { question: 'x' })
    await one.call('DELETE', `/admin/v1/agents/${agent.id}/api-keys/${made.json.id}`)
    await one.call('POST', `/admin/v1/agents/${agent.id}/api/v1/conversation`, { user_id: 'u' })
    await service().admin('PATCH', `/accounts/${one.id}`, { disabled: true })
    const { items } = await audit(`?account_id=${one.id}`)
    assert.deepEqual(
      items.map((entry: Record<string, unknown>) => [
        entry.action,
        entry.agent_id,
        entry.actor,
        entry.address,
      ]),
      [
        ['asAgentCreateConversation', agent.id, one.email, '127.0.0.1'],
        ['revokeApiKey', agent.id, one.email, '127.0.0.1'],
        ['createApiKey', agent.id, one.email, '127.0.0.1'],
        ['signIn', null, one.email, '127.0.0.1'],
      ],
    )
    assert.deepEqual([items[1].target, items[2].target], [made.json.id, made.json.id])
    const [disabled] = (await audit(`?target=${one.id}`)).items
    assert.deepEqual(
      [disabled.actor, disabled.account_id, disabled.action],
      ['admin token', null, 'changeAccount'],
    )
  })

  test('it is read in pages, newest first, by agent and by action', async () => {
    const agent = await service().newAgent()
    for (let n = 0; n < 3; n++) await service().admin('PATCH', `/agents/${agent.id}`, { name: `Name ${n}` })
    const first = await audit(`?agent_id=${agent.id}&limit=3`)
    const rest = await audit(`?agent_id=${agent.id}&limit=3&cursor=${first.next_cursor}`)
    const all = [...first.items, ...rest.items].map(({ action }: { action: string }) => action)
    assert.deepEqual(all.sort(), ['createAgent', 'updateAgent', 'updateAgent', 'updateAgent'])
    assert.equal(rest.next_cursor, null)
    assert.equal((await audit(`?agent_id=${agent.id}&action=createAgent`)).items.length, 1)
  })

  test('entries go after the days they are kept, with 0 never', async () => {
    const { database } = service().service
    const clock = manualClock(1_000_000_000_000)
    const entry = { account_id: null, actor: 'x', agent_id: null, target: null, address: '' }
    await createAudit({ database, clock })({ ...entry, action: 'old' })
    const left = async () => (await audit('?action=old')).items.length
    const later = manualClock(clock.now() + 400 * 86_400_000)
    await removeOldAudit({ database, clock: later }, 0, () => false)
    await removeOldAudit({ database, clock: later }, 400, () => false)
    assert.equal(await left(), 1)
    await removeOldAudit({ database, clock: manualClock(later.now() + 1) }, 400, () => false)
    assert.equal(await left(), 0)
  })
})
