/** Settings of agents: whole with their defaults, changed field by field. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultAgentSettings as defaultSettings } from '@tandem/contract/agent-settings'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

onEachEngine((engine) => {
  const service = sharedService(engine)
  const change = (id: string, body: unknown) => service().admin('PATCH', `/agents/${id}/settings`, body)

  describe('settings', () => {
    test('an agent nobody has set anything on has the defaults', async () => {
      const { id } = await service().newAgent()
      const { json } = await service().admin('GET', `/agents/${id}/settings`)
      assert.deepEqual(json, defaultSettings)
    })

    test('a change touches only what it names, and null puts the default back', async () => {
      const { id } = await service().newAgent()
      await change(id, {
        handoff: { after_unanswered: 7, phrases: ['gimme a person'] },
        voice: { enabled: true },
      })
      const { json } = await change(id, { handoff: { after_unanswered: null } })
      assert.equal(json.handoff.after_unanswered, defaultSettings.handoff.after_unanswered)
      assert.deepEqual(json.handoff.phrases, ['gimme a person'])
      assert.equal(json.voice.enabled, true)
      const { json: reset } = await change(id, { handoff: null })
      assert.deepEqual(reset.handoff, defaultSettings.handoff)
      assert.deepEqual((await service().admin('GET', `/agents/${id}/settings`)).json, reset)
    })

    test('two changes at once both count', async () => {
      const { id } = await service().newAgent()
      await Promise.all([
        change(id, { prices: { text_input: 2 } }),
        change(id, { prices: { text_output: 3 } }),
        change(id, { web: { enabled: true } }),
      ])
      const { json } = await service().admin('GET', `/agents/${id}/settings`)
      assert.deepEqual([json.prices.text_input, json.prices.text_output, json.web.enabled], [2, 3, true])
    })

    test('a value that does not fit is refused by name and changes nothing', async () => {
      const { id } = await service().newAgent()
      for (const [body, field] of [
        [{ handoff: { after_unanswered: 21 } }, 'handoff.after_unanswered'],
        [{ prices: { text_input: -1 } }, 'prices.text_input'],
        [{ knowledge: { publish_conversions: 'never' } }, 'knowledge.publish_conversions'],
        [{ answering: 7 }, 'answering'],
        [{ answering: { texts: { en: { falback: 'No idea.' } } } }, 'falback'],
        [
          { answering: { texts: { xx1: { fallback: 'No.' } } } },
          'answering.texts: found the name "xx1", needed',
        ],
        [{ prices: [] }, 'prices: found an empty list, needed an object'],
        [{ web: { allowed_origins: ['https://a.example', 'shop.example'] } }, 'web.allowed_origins[1]'],
        [
          { web: { allowed_origins: ['*'] } },
          'web.allowed_origins[0]: found "*", needed the origin of a page',
        ],
        [{ web: { allowed_origins: ['https://*.example'] } }, 'web.allowed_origins[0]'],
        // These end a directive or a policy in the header that says who may frame the chat.
        [{ web: { allowed_origins: ['https://a.example;sandbox'] } }, 'web.allowed_origins[0]'],
        [{ web: { allowed_origins: ['https://a.example,b'] } }, 'web.allowed_origins[0]'],
        [{ web: { allowed_origins: ['ftp://a.example'] } }, 'web.allowed_origins[0]'],
      ] as const) {
        const { status, json } = await change(id, body)
        assert.deepEqual([status, json.code], [400, 40000])
        assert.ok(json.message.includes(field), json.message)
      }
      assert.deepEqual((await service().admin('GET', `/agents/${id}/settings`)).json, defaultSettings)
    })

    test('unknown sections and fields are ignored, as everywhere', async () => {
      const { id } = await service().newAgent()
      const { status, json } = await change(id, { price: { text_input: 1 }, prices: { text_inputs: 1 } })
      assert.deepEqual([status, json], [200, defaultSettings])
    })

    test('an unknown agent has none', async () => {
      assert.equal((await service().admin('GET', '/agents/nobody/settings')).status, 404)
    })
  })
})
