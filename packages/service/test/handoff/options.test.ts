/** Options of a human service component, and the requests of a developer who hands over and takes back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'
import { setScene } from './scene.ts'

const HOURS = {
  time_zone: 'Asia/Tokyo',
  weekly: [{ days: ['mon'], from: '09:00', to: '24:00' }],
  closed_dates: [],
}

onSqlite((engine) => {
  const service = sharedService(engine)

  test('options are set field by field; what is absent stays and null puts it back', async () => {
    const { admin } = service()
    const path = `/agents/${(await service().newAgent()).id}/human-services`
    const webhook_url = 'https://desk.example.com'
    const options = { hours: { ...HOURS, closed_dates: null }, languages: ['ja'], phrases: ['返品'] }
    const made = await admin('POST', path, { name: 'Desk', webhook_url, options })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(made.json.options.hours, HOURS)
    const change = async (body: object) =>
      (await admin('PATCH', `${path}/${made.json.id}`, body)).json.options
    const after = await change({ options: { keyless_replies: true, languages: null } })
    assert.deepEqual(after, {
      hours: HOURS,
      languages: [],
      phrases: ['返品'],
      keyless_replies: true,
      texts: {},
    })
    assert.deepEqual(await change({ name: 'New name' }), after)
    assert.equal((await change({ options: { hours: null } })).hours, null)
    assert.deepEqual((await admin('GET', path)).json.items[0].options.phrases, ['返品'])
  })

  test('options that cannot be meant are refused with what is needed', async () => {
    const { admin } = service()
    const path = `/agents/${(await service().newAgent()).id}/human-services`
    const span = { days: ['mon'], from: '09:00', to: '17:00' }
    const bad: [object, RegExp][] = [
      [{ hours: { ...HOURS, time_zone: 'Mars/Olympus' } }, /options\.hours\.time_zone.*Europe\/Berlin/],
      [{ hours: { ...HOURS, weekly: [{ ...span, from: '25:00' }] } }, /weekly\[0\]\.from.*time of day/],
      [{ hours: { ...HOURS, weekly: [{ ...span, days: ['monday'] }] } }, /weekly\[0\]\.days\[0\].*mon/],
      [{ hours: { ...HOURS, closed_dates: ['2026-02-30'] } }, /closed_dates\[0\].*date/],
      [{ languages: ['German!'] }, /languages\[0\].*language tag/],
      [{ keyless_replies: 'yes' }, /keyless_replies.*true or false/],
      [{ texts: { en: { connected: 'x'.repeat(3000) } } }, /texts/],
      [
        { texts: { en: { conecting: 'Hold on.' } } },
        /options\.texts\.en: found the name "conecting".*connecting/,
      ],
    ]
    for (const [options, message] of bad) {
      const answer = await admin('POST', path, { name: 'D', webhook_url: 'https://d.example.com', options })
      assert.equal(answer.json.code, 40000)
      assert.match(answer.json.message, message)
    }
    assert.deepEqual((await admin('GET', path)).json.items, [])
  })

  test('settings that name no component of the agent, or no text, are refused and change nothing', async () => {
    const { admin } = service()
    const agents = [await service().newAgent(), await service().newAgent()]
    const [own, foreign] = await Promise.all(
      agents.map(async ({ id }) => {
        const desk = { name: 'Desk', webhook_url: 'https://desk.example.com' }
        return (await admin('POST', `/agents/${id}/human-services`, desk)).json.id as string
      }),
    )
    const path = `/agents/${agents[0]?.id}`
    const set = (handoff: object) => admin('PATCH', `${path}/settings`, { handoff })
    for (const default_service_id of ['nope', foreign]) {
      const { status, json } = await set({ default_service_id, after_unanswered: 7 })
      assert.deepEqual([status, json.code], [400, 40000])
      assert.match(
        json.message,
        /handoff\.default_service_id: found ".+", needed the id of one of the agent’s/,
      )
    }
    assert.match(
      (await set({ texts: { fr: { waitng: 'x' } } })).json.message,
      /handoff\.texts\.fr: found the name/,
    )
    assert.deepEqual((await admin('GET', `${path}/settings`)).json.handoff.after_unanswered, 3)
    assert.equal((await set({ default_service_id: own })).json.handoff.default_service_id, own)
    await admin('DELETE', `${path}/human-services/${own}`)
    assert.equal(
      (await set({ after_unanswered: 2 })).status,
      200,
      'one that was removed since is in nobody’s way',
    )
    assert.equal((await set({ default_service_id: null })).json.handoff.default_service_id, null)
  })

  test('handing over and taking back: unknown and foreign conversations 40356, nothing open 40357, bad fields 40000', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const other = await scene.service.newAgent()
    const call = async (path: string, body: object, key = scene.agent.key) =>
      (await scene.service.api('POST', `/v1/conversation/handoff${path}`, body, key)).json
    for (const path of ['', '/close']) {
      assert.equal((await call(path, { conversation_id: 'no-such' })).code, 40356)
      assert.equal((await call(path, { conversation_id: conversation }, other.key)).code, 40356)
      assert.match((await call(path, {})).message, /conversation_id/)
      const keyless = await scene.service.api('POST', `/v1/conversation/handoff${path}`, {})
      assert.equal(keyless.json.code, 40127)
    }
    assert.equal((await call('/close', { conversation_id: conversation })).code, 40357)
    const email = await call('', { conversation_id: conversation, email: 'not an email' })
    assert.match(email.message, /email.*email address/)
    const begun = await call('', { conversation_id: conversation, email: '' })
    assert.equal(begun.state, 'REQUESTED')
    assert.equal(begun.already_open, false)
    const ended = await call('/close', { conversation_id: conversation })
    assert.deepEqual(ended, {
      code: 0,
      message: 'OK',
      conversation_id: conversation,
      timestamp: scene.clock.now(),
    })
  })
})
