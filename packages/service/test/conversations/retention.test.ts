/** Conversations that are removed: all that hangs on them goes, totals stay, and none goes in which something is still to be done. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  removeConversation,
  removeOldConversations,
} from '../../src/answering/removal/remove-conversations.ts'
import { insertAudio } from '../../src/answering/voice/audio-store.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log.ts'
import { HOOK, OK, type Scene, setScene } from '../handoff/scene.ts'
import { manualClock } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, startTestService } from '../harness/service.ts'
import { store, usageOf } from './scene.ts'

const DAY_MS = 86_400_000
const AUDIO = `${'a'.repeat(32)}.mp3`
/** Every table with something about a conversation. */
const TABLES = [
  'conversations',
  'messages',
  'file_pieces',
  'turn_keys',
  'web_chats',
  'audio_files',
  'handoffs',
  'handoff_events',
  'human_replies',
  'user_bindings',
  'lanes',
  'lane_items',
  'lane_bodies',
  'lane_attempts',
]

/** As the upkeep of a service would that keeps conversations for seven days. */
const removeAfter = ({ service, clock }: Scene, days: number) =>
  removeOldConversations(
    {
      database: service.service.database,
      clock: manualClock(clock.now() + days * DAY_MS),
      log: createLog('silent'),
    },
    7 * DAY_MS,
    () => false,
  )

const atRest = ({ service }: Scene) =>
  eventually(
    'nothing is to be done any more',
    () => service.service.database.q.selectFrom('lanes').select(['owner', 'ready_at']).execute(),
    (lanes) => lanes.length > 0 && lanes.every(({ owner, ready_at }) => owner === null && ready_at === null),
  )

const idsIn = async ({ service }: Scene) =>
  (await service.service.database.q.selectFrom('conversations').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )

/** A conversation by webhook with a file and a person, and one on the chat page with a question nobody could answer. */
async function talk(scene: Scene) {
  const { service, agent } = scene
  const conversation = await scene.conversation()
  const file = { base64_content: Buffer.from('Ring the bell.').toString('base64'), name: 'bell.txt' }
  await service.api(
    'POST',
    '/v2/conversation/message',
    {
      conversation_id: conversation,
      response_mode: 'webhook',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'When are you open?' },
            { type: 'document', document: [file] },
          ],
        },
      ],
    },
    agent.key,
  )
  await eventually(
    'the answer has arrived',
    () => scene.heard(conversation).length,
    (count) => count > 0,
  )
  const handoff = await scene.handOver(conversation)
  await scene.inState(handoff, 'WAITING')
  await scene.reply(handoff, 'Good day.')
  await scene.closeByPerson(handoff)

  const { json: chat } = await service.api('POST', `/web/v1/agents/${agent.id}/chats`, {})
  const anonymous_ids = [{ anonymous_id: chat.anonymous_id, conversation_type: 'WEB' }]
  const bound = await service.api('POST', '/v1/user/set-userid', { user_id: 'u-9', anonymous_ids }, agent.key)
  assert.equal(bound.status, 200, bound.text)
  const said = { text: 'Zyx wvu tsr qpo?', client_id: 'c1' }
  await service.api('POST', `/web/v1/chats/${chat.conversation_id}/messages`, said, chat.token)
  await eventually(
    'the question is collected',
    () => service.countRows('unanswered_questions'),
    (count) => count === 1,
  )
  const spoken = { component: 'knowledge', branch: 'answer', text: 'Hello' }
  const audio = [{ audio: `https://tandem.example/audio/${AUDIO}`, transcript: 'Hello' }]
  await store(
    service,
    chat.conversation_id,
    { role: 'assistant', text: 'Hello', content: [{ ...spoken, audio }], usage: usageOf(0.5, 3) },
    scene.clock.now(),
  )
  await service.service.database.transaction('test', (tx) =>
    insertAudio(
      tx,
      {
        name: AUDIO,
        agent_id: agent.id,
        mime_type: 'audio/mpeg',
        expires_at: scene.clock.now() + 900 * DAY_MS,
      },
      Buffer.from('a sound'),
    ),
  )
  await atRest(scene)
  return { conversation, chat, handoff }
}

onEachEngine((engine) => {
  test('what was said last long ago is removed with all that hangs on it; usage by day and the unanswered question stay', async () => {
    await using scene = await setScene(engine, { settings: { web: { enabled: true } } })
    const { service, agent } = scene
    const { conversation, chat, handoff } = await talk(scene)
    for (const table of TABLES)
      assert.ok((await service.countRows(table)) > 0, `${table} has something to remove`)
    const span = `from=0&until=${scene.clock.now() + DAY_MS}`
    const usage = () => service.admin('GET', `/usage?agent_id=${agent.id}&${span}`)
    const before = await usage()
    assert.ok(before.json.total.turns >= 3 && before.json.total.credits === 0.5)

    assert.equal(await removeAfter(scene, 6), 0, 'not before its time')
    assert.equal(await removeAfter(scene, 8), 2)
    for (const table of TABLES.filter((name) => name !== 'lanes'))
      assert.equal(await service.countRows(table), 0, table)
    const lanes = await service.service.database.q.selectFrom('lanes').select(['key', 'subject']).execute()
    for (const { key, subject } of lanes) {
      assert.match(key, /^removed (?:message|human):[^:]+$/, 'what is left counts, and names nobody')
      assert.equal(subject, null)
    }
    assert.deepEqual((await usage()).json, before.json)
    const { json } = await service.admin('GET', `/agents/${agent.id}/unanswered`)
    const [{ question, asked, conversation_id, message_id }] = json.items
    assert.deepEqual([question, asked, conversation_id, message_id], ['Zyx wvu tsr qpo?', 1, '', ''])

    assert.equal((await service.admin('GET', `/conversations/${conversation}`)).status, 404)
    assert.equal((await service.admin('GET', `/handoffs/${handoff}`)).status, 404)
    assert.equal((await scene.user(conversation, 'Hello again')).json.code, 40356)
    const back = await service.api('POST', `/web/v1/agents/${agent.id}/chats`, { token: chat.token })
    assert.notEqual(back.json.anonymous_id, chat.anonymous_id, 'the visitor is a new one')
  })

  test('one with an open handoff and one with a delivery on its way are left alone; the latter goes once it has arrived', async () => {
    await using scene = await setScene(engine)
    const [open, pending, done] = [
      await scene.conversation(),
      await scene.conversation(),
      await scene.conversation(),
    ]
    await scene.handOver(open)
    let isDown = true
    scene.server.answer(({ path, json }) =>
      path === HOOK && isDown && (json as { conversation_id: string }).conversation_id === pending
        ? { status: 500 }
        : OK,
    )
    await scene.user(pending, 'When are you open?')
    await scene.user(done, 'When are you open?')
    for (const each of [pending, done])
      await eventually(
        'it was sent',
        () => scene.heard(each).length,
        (count) => count > 0,
      )
    await eventually(
      'only one goes',
      () => removeAfter(scene, 8),
      (removed) => removed === 1,
    )
    assert.deepEqual(await idsIn(scene), [open, pending].sort())
    isDown = false
    await scene.until(
      'the other goes once it has arrived',
      () => removeAfter(scene, 8),
      (removed) => removed === 1,
    )
    assert.deepEqual(await idsIn(scene), [open])
  })

  test('a service that is set to removes them by itself, one that is not keeps them for ever', async () => {
    await using ground = await engine.freshEnvironment()
    const startAt = Date.now()
    {
      await using scene = await setScene(engine, { on: ground.env, startAt })
      await scene.user(await scene.conversation(), 'When are you open?')
      await atRest(scene)
      await scene.service.stop()
    }
    const clock = manualClock(startAt + 400 * DAY_MS)
    {
      const env = { TANDEM_CONVERSATION_RETENTION_DAYS: '0' }
      await using keeps = await startTestService(engine, { on: ground.env, clock, env })
      await clock.leap(3_700_000)
      await clock.advance(10_000)
      assert.equal(await keeps.countRows('conversations'), 1)
    }
    const env = { TANDEM_CONVERSATION_RETENTION_DAYS: '365' }
    await using forgets = await startTestService(engine, { on: ground.env, clock, env })
    await eventually(
      'it is gone',
      () => forgets.countRows('conversations'),
      (count) => count === 0,
    )
    assert.equal(await forgets.countRows('messages'), 0)
  })

  test('old properties of users without a conversation are removed, those of one user at a time', async () => {
    await using service = await startTestService(engine)
    const { database } = service.service
    const agent = await service.newAgent()
    const post = (path: string, body: object) => service.api('POST', path, body, agent.key)
    const property_values = [{ property_name: 'plan', value: 'gold' }]
    for (const user_id of ['bound', 'gone 1', 'gone 2', 'gone 3', 'talks'])
      await post('/v1/property/update', { user_id, property_values })
    await database.transaction('test', (tx) =>
      tx.q.updateTable('user_properties').set({ updated_at: 0 }).execute(),
    )
    await post('/v1/property/update', { user_id: 'set lately', property_values })
    await post('/v1/conversation', { user_id: 'talks' })
    const { conversation_id } = (await post('/v1/conversation', { user_id: 'visitor' })).json
    const visitor = await database.q
      .selectFrom('conversations')
      .select(['anonymous_id', 'channel as conversation_type'])
      .where('id', '=', conversation_id)
      .executeTakeFirstOrThrow()
    await post('/v1/user/set-userid', { user_id: 'bound', anonymous_ids: [visitor] })

    const users = async () => {
      const rows = await database.q
        .selectFrom('user_properties')
        .select('user_id')
        .orderBy('user_id')
        .execute()
      return rows.map(({ user_id }) => user_id)
    }
    const transaction: typeof database.transaction = async (label, fn, durability) => {
      const before = await users()
      const result = await database.transaction(label, fn, durability)
      const left = await users()
      assert.ok(before.length - left.length <= 1, `${before} became ${left}`)
      return result
    }
    await removeOldConversations(
      { database: { ...database, transaction }, clock: systemClock, log: createLog('silent') },
      7 * DAY_MS,
      () => false,
    )
    assert.deepEqual(await users(), ['bound', 'set lately', 'talks'])
  })

  test('a long conversation is removed in slices, and one whose removal was cut off is missing until the next start ends it', async () => {
    await using ground = await engine.freshEnvironment()
    const COUNT = 450
    let id: string
    {
      await using scene = await setScene(engine, { on: ground.env })
      const { database } = scene.service.service
      id = await scene.conversation()
      for (let n = 0; n < COUNT; n++)
        await store(scene.service, id, { role: 'user', text: `Word ${n}` }, scene.clock.now())
      const removed: number[] = []
      const transaction: typeof database.transaction = async (label, fn, durability) => {
        const before = await scene.service.countRows('messages')
        const result = await database.transaction(label, fn, durability)
        removed.push(before - (await scene.service.countRows('messages')))
        return result
      }
      const deps = { clock: scene.clock, database: { ...database, transaction } }
      const left = () => removeConversation(deps, id, { stopped: () => removed.some((count) => count > 0) })
      assert.equal(await left(), 'busy', 'it was stopped after the first slice')
      assert.deepEqual(removed, [0, 200])
      assert.equal((await scene.service.admin('GET', `/conversations/${id}`)).status, 404)
      assert.equal((await scene.user(id, 'Hello again')).json.code, 40356)
      const sent = { conversation_id: id, text: 'A word of the agent' }
      const refused = await scene.service.admin('POST', `/agents/${scene.agent.id}/messages`, sent)
      assert.equal(refused.json.code, 40900, 'its removal would take the message with it')
      await scene.service.stop()
    }
    await using again = await startTestService(engine, { on: ground.env })
    await eventually(
      'it is gone',
      () => again.countRows('conversations'),
      (count) => count === 0,
    )
    assert.equal(await again.countRows('messages'), 0)
  })

  test('one conversation is removed on request, unless something in it is still to be done', async () => {
    await using scene = await setScene(engine)
    const { admin } = scene.service
    const [one, other] = [await scene.conversation(), await scene.conversation()]
    await scene.user(other, 'When are you open?')
    const handoff = await scene.handOver(one)
    await scene.inState(handoff, 'WAITING')
    const refused = await admin('DELETE', `/conversations/${one}`)
    assert.deepEqual([refused.status, refused.json.code], [409, 40900])
    await scene.closeByUser(one)
    await atRest(scene)
    const counts = async () => (await admin('GET', `/deliveries/counts?agent_id=${scene.agent.id}`)).json
    const before = await counts()
    assert.ok(before.endpoints.some(({ delivered }: { delivered: number }) => delivered > 0))
    assert.equal((await admin('DELETE', `/conversations/${one}`)).status, 204)
    assert.deepEqual(await counts(), before, 'what was delivered stays counted')
    assert.equal((await admin('DELETE', `/conversations/${one}`)).status, 404)
    assert.deepEqual(await idsIn(scene), [other])
    const words = await scene.stored(other)
    assert.ok(words.length >= 2, 'the other is whole')
  })
})
