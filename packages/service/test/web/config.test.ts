/** What a page learns of a chat before anybody opens it, and what a visitor can do with answers: choose, rate, save. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { weekdays } from '@tandem/contract/weekdays'
import { createAvailability } from '../../src/answering/web/availability.ts'
import { inkOn } from '../../src/answering/web/config.ts'
import { manualClock } from '../harness/clock.ts'
import { countReads } from '../harness/count-reads.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, sharedService } from '../harness/service.ts'
import { readEvents } from './reader.ts'

onEachEngine((engine) => {
  const clock = manualClock()
  const service = sharedService(engine, { clock, env: { TANDEM_EGRESS_ALLOW: 'private' } })

  async function newShop(web: object = {}) {
    const agent = await service().newAgent('Shop')
    await service().admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled: true, ...web } })
    return agent
  }
  const configOf = (id: string, headers: Record<string, string> = {}) =>
    fetch(`${service().url}/web/v1/agents/${id}/config`, { headers })

  describe('the configuration of a chat', () => {
    test('tells how it looks and who is there, may be kept for a minute, and stores nothing', async () => {
      const theme = { accent: '#ffcc00', side: 'left' }
      const agent = await newShop({ greeting: 'Hi', starters: ['How long?'], theme })
      const before = await service().countRows('conversations')
      const response = await configOf(agent.id)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=60')
      assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
      assert.equal(response.headers.get('set-cookie'), null)
      const config = (await response.json()) as ReturnType<typeof JSON.parse>
      assert.equal(config.languages.length, 14)
      assert.equal(config.files.max_bytes, 10_000_000)
      assert.deepEqual(
        { ...config, languages: [], files: null },
        {
          title: 'Shop',
          greeting: 'Hi',
          theme: {
            accent: '#ffcc00',
            accent_ink: '#000000',
            scheme: 'auto',
            side: 'left',
            offset_x: 20,
            offset_y: 20,
            icon: 'chat',
            label: '',
            placeholder: '',
          },
          starters: ['How long?'],
          languages: [],
          can_hand_over: false,
          availability: { state: 'none', opens_at: null },
          files: null,
          can_save: true,
        },
      )
      assert.equal(await service().countRows('conversations'), before)
    })

    test('says when people are there next', async () => {
      const agent = await newShop()
      const opens = new Date(clock.now() + 2 * 86_400_000)
      const days = [weekdays[(opens.getUTCDay() + 6) % 7]]
      const hours = { time_zone: 'UTC', weekly: [{ days, from: '09:00', to: '17:00' }] }
      const made = { name: 'Desk', webhook_url: 'http://127.0.0.1:1/', options: { hours } }
      const { status } = await service().admin('POST', `/agents/${agent.id}/human-services`, made)
      assert.equal(status, 201)
      const config = (await (await configOf(agent.id)).json()) as ReturnType<typeof JSON.parse>
      assert.equal(config.can_hand_over, true)
      const opens_at = `${opens.toISOString().slice(0, 10)}T09:00:00.000Z`
      assert.deepEqual(config.availability, { state: 'closed', opens_at })
    })

    test('reads the hours of many services once for all visitors, and again when a service changes', async () => {
      const agent = await newShop()
      const hours = { time_zone: 'UTC', weekly: [] }
      const services = `/agents/${agent.id}/human-services`
      const add = (n: number) =>
        service().admin('POST', services, {
          name: `Desk ${n}`,
          webhook_url: 'http://127.0.0.1:1/',
          options: { hours },
        })
      const { json: added } = await add(1)
      await add(2)
      const { database } = service().service
      const counted = countReads(database, 'human_services')
      const read = createAvailability({ database: counted.database, clock })
      const asked = await Promise.all(Array.from({ length: 20 }, () => read(agent.id)))
      assert.deepEqual(new Set(asked.map(({ state }) => state)), new Set(['closed']))
      assert.equal(counted.reads(), 3)
      const shown = async () => {
        const config = (await (await configOf(agent.id)).json()) as ReturnType<typeof JSON.parse>
        return config.availability.state
      }
      assert.equal(await shown(), 'closed')
      await service().admin('PATCH', `${services}/${added.id}`, { options: { hours: null } })
      assert.equal((await read(agent.id)).state, 'open')
      assert.equal(await shown(), 'open')
      await service().admin('DELETE', `${services}/${added.id}`)
      assert.equal((await read(agent.id)).state, 'closed')
      await add(3)
      const reads = counted.reads()
      await read(agent.id)
      assert.equal(counted.reads(), reads + 3)
    })

    test('is not for pages that may not use the chat, nor of a chat that is off', async () => {
      const agent = await newShop()
      const refused = await configOf(agent.id, { origin: 'https://evil.example' })
      assert.equal(refused.status, 403)
      assert.match(await refused.text(), /web\.allowed_origins/)
      const { id } = await service().newAgent()
      assert.equal((await configOf(id)).status, 404)
    })

    test('a colour that is none is refused by name', async () => {
      const agent = await newShop()
      const change = { web: { theme: { accent: 'red; }' } } }
      const { status, json } = await service().admin('PATCH', `/agents/${agent.id}/settings`, change)
      assert.equal(status, 400)
      assert.match(json.message + json.hint, /web\.theme\.accent.*#1f5eff/)
    })
  })

  test('an answer that offers questions names them; it can be rated by its visitor alone; the talk can be saved', async () => {
    const agent = await newShop()
    await service().addDocument(agent.key, [
      { question: 'How long does shipping take?', answer: 'Three days.' },
      { question: 'How much does shipping cost?', answer: 'Five euros.' },
    ])
    const begin = async () =>
      (await service().api('POST', `/web/v1/agents/${agent.id}/chats`, {})).json as {
        conversation_id: string
        token: string
      }
    const [mine, other] = [await begin(), await begin()]
    const at = `/web/v1/chats/${mine.conversation_id}`
    await service().api('POST', `${at}/messages`, { text: 'shipping' }, mine.token)
    const read = async () =>
      (await service().api('GET', `${at}/messages`, undefined, mine.token)).json.messages
    const [, answer] = await eventually('an answer', read, (messages) => messages.length === 2)
    assert.deepEqual(answer.options.toSorted(), [
      'How long does shipping take?',
      'How much does shipping cost?',
    ])
    const rate = (chat: typeof mine, feedback: string) =>
      service().api(
        'POST',
        `/web/v1/chats/${chat.conversation_id}/messages/${answer.id}/feedback`,
        { feedback },
        chat.token,
      )
    assert.equal((await rate(other, 'POSITIVE')).status, 404)
    assert.equal((await rate(mine, 'NEGATIVE')).status, 200)
    assert.equal((await read())[1].feedback, 'NEGATIVE')
    await rate(mine, 'CANCELED')
    assert.equal((await read())[1].feedback, null)

    const save = () => service().api('GET', `${at}/transcript`, undefined, mine.token)
    const { text, headers } = await save()
    assert.match(text, /^\[\d{4}-\d\d-\d\d \d\d:\d\d UTC\] You: shipping\n\n\[/)
    assert.match(headers.get('content-disposition') ?? '', /^attachment/)
    await service().admin('PATCH', `/agents/${agent.id}/settings`, {
      web: { enabled: true, transcript: false },
    })
    await clock.advance(2000)
    assert.equal((await save()).status, 404)
  })

  test('a visitor who is reading when the chat is turned off is told that it is gone', async () => {
    const agent = await service().newAgent()
    const turn = (enabled: boolean) =>
      service().admin('PATCH', `/agents/${agent.id}/settings`, { web: { enabled } })
    await turn(true)
    const chat = (await service().api('POST', `/web/v1/agents/${agent.id}/chats`, {})).json
    const at = `${service().url}/web/v1/chats/${chat.conversation_id}/events?token=${chat.token}`
    await using stream = await readEvents(at)
    assert.equal((await stream.next())?.event, 'floor')
    await turn(false)
    const told: unknown[] = []
    void stream.next().then((event) => told.push(event?.event))
    const later = async () => {
      await clock.advance(1000)
      return told
    }
    await eventually('the stream says something', later, ({ length }) => length > 0)
    assert.deepEqual(told, ['gone'])
    assert.equal(await stream.next(), undefined)
  })
})

test('text on any colour has a contrast of 4.5 or more', () => {
  const light = (colour: string) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    const [r = 0, g = 0, b = 0] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  }
  for (let n = 0; n < 0xffffff; n += 4111) {
    const colour = `#${n.toString(16).padStart(6, '0')}`
    const [a, b] = [light(colour), light(inkOn(colour))]
    assert.ok(Math.max(a, b) / Math.min(a, b) >= 4.5, colour)
  }
})
