/** How far people at the desk reach: only to their agents, also into talks with the AI, and what the feed tells them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAnybodyHere, worksFor } from '../../src/desk/people.ts'
import { putPresence } from '../../src/desk/store.ts'
import { newPerson } from '../accounts/people.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { type asOperator, startShift } from './shift.ts'

onEachEngine((engine) => {
  test('an operator of one agent sees and touches nothing of another, and other roles nothing of the desk', async () => {
    await using shift = await startShift(engine)
    const other = await shift.service.newAgent('Other')
    const stranger = await shift.operator([other.id])
    const own = await shift.operator([shift.agent.id])
    const { id, conversation } = await shift.waiting()
    await own.take(id)
    assert.deepEqual(await stranger.queue(), [])
    const reached = [
      await stranger.call('GET', `/desk/v1/handoffs/${id}`),
      await stranger.on(id, 'claim'),
      await stranger.on(id, 'reply', { text: 'Hello.', claim: 1 }),
      await stranger.on(id, 'close', { claim: 1 }),
      await stranger.on(id, 'transfer/accept'),
      await stranger.call('POST', `/desk/v1/conversations/${conversation}/takeover`),
      await stranger.call('GET', `/desk/v1/conversations/${conversation}`),
      await stranger.call('GET', `/desk/v1/conversations?agent_id=${shift.agent.id}`),
      await stranger.call('GET', `/desk/v1/queue?agent_id=${shift.agent.id}`),
      await stranger.call('POST', '/desk/v1/next', { agent_id: shift.agent.id }),
      await stranger.call('POST', '/desk/v1/next', { agent_id: 'unknown' }),
    ]
    assert.deepEqual(
      new Set(reached.map(({ status, json }) => `${status} ${json.code}`)),
      new Set(['403 40301']),
    )
    const { json } = await stranger.call('GET', '/desk/v1/presence')
    assert.deepEqual(
      json.people.map((one: { id: string }) => one.id),
      [stranger.id],
    )
    assert.deepEqual(json.agents, [])
    const editor = await newPerson(shift.service, 'editor')
    assert.equal((await editor.call('GET', '/desk/v1/queue')).status, 403)
    await shift.service.admin('PATCH', `/accounts/${editor.id}`, { desk: true })
    assert.equal(
      (await editor.call('GET', '/desk/v1/queue')).status,
      200,
      'an editor who also works at the desk',
    )
  })

  test('of a colleague nobody learns which other agents they work for, nor how many users they have there', async () => {
    await using shift = await startShift(engine)
    const other = await shift.service.newAgent('Other')
    const both = await shift.operator([shift.agent.id, other.id])
    const own = await shift.operator([shift.agent.id])
    const stranger = await shift.operator([other.id])
    await both.take((await shift.waiting()).id)
    const seenBy = async ({ call }: typeof own) => {
      const { people } = (await call('GET', '/desk/v1/presence')).json
      const { agents, open } = people.find(({ id }: { id: string }) => id === both.id)
      return [agents, open]
    }
    assert.deepEqual(await seenBy(both), [[shift.agent.id, other.id], 1])
    assert.deepEqual(await seenBy(own), [[shift.agent.id], 1])
    assert.deepEqual(await seenBy(stranger), [[other.id], 0])
  })

  test('among more than a thousand people at the desk, each is known as one of them', async () => {
    await using shift = await startShift(engine)
    const { database } = shift.service.service
    const about = {
      role: 'operator',
      desk: 0,
      agents: null,
      password: null,
      created_at: 0,
      disabled_at: null,
    } as const
    const rows = Array.from({ length: 1000 }, (_, n) => ({
      ...about,
      id: `first-${n}`,
      email: `first-${n}@shop.example`,
      name: 'Aaron',
    }))
    const last = { ...about, id: 'last', email: 'last@shop.example', name: 'Zoe' }
    const gone = { ...last, id: 'gone', email: 'gone@shop.example', disabled_at: 1 }
    await database.transaction('test', async (tx) => {
      await tx.q
        .insertInto('accounts')
        .values([...rows, last, gone])
        .execute()
      for (const id of ['last', 'gone']) await putPresence(tx, { account_id: id, state: 'here', seen_at: 1 })
    })
    assert.equal(await worksFor(database, 'last', shift.agent.id), true)
    assert.equal(await isAnybodyHere(database, shift.agent.id, 1), true)
    assert.equal(await worksFor(database, 'gone', shift.agent.id), false)
  })

  test('a user is taken over from the AI in one step, and nobody else is rung for', async () => {
    await using shift = await startShift(engine)
    const [ada, bob] = [await shift.operator(), await shift.operator()]
    const conversation = await shift.conversation()
    await shift.user(conversation, 'When are you open?')
    const listed = await ada.call('GET', `/desk/v1/conversations?agent_id=${shift.agent.id}&owner=ai`)
    assert.equal(listed.json.items[0].conversation_id, conversation)
    const takeover = () => ada.call('POST', `/desk/v1/conversations/${conversation}/takeover`)
    const { status, json, text } = await takeover()
    assert.equal(status, 200, text)
    assert.deepEqual((await takeover()).json, json, 'asked again, it is the same')
    assert.equal(
      (await bob.call('POST', `/desk/v1/conversations/${conversation}/takeover`)).json.owner.id,
      ada.id,
    )
    assert.equal((await bob.queue())[0]?.state, 'others')
    const said = await ada.on(json.handoff_id, 'reply', { text: 'A person here.', claim: json.claim })
    assert.equal(said.status, 200, said.text)
    await shift.inState(json.handoff_id, 'CONNECTED')
    assert.equal((await shift.handoff(json.handoff_id)).reason, 'takeover')
  })

  test('files of a person reach the user as addresses, once, and stand in the talk', async () => {
    await using shift = await startShift(engine)
    const ada = await shift.operator()
    const { id, conversation } = await shift.waiting()
    const claim = await ada.take(id)
    const content = Buffer.from('<svg onload="alert(1)">')
    const files = [{ name: 'label.svg', base64_content: content.toString('base64') }]
    const send = () => ada.on(id, 'reply', { claim, files }, 'key-1')
    const [first, second] = [await send(), await send()]
    assert.equal(first.status, 200, first.text)
    assert.equal(second.json.message_id, first.json.message_id)
    const [words] = await shift.stored(conversation)
    const [, name, address = ''] = /^(\S+) (\S+)$/.exec(words?.text ?? '') ?? []
    assert.equal(name, 'label.svg')
    const got = await fetch(address)
    assert.deepEqual(Buffer.from(await got.arrayBuffer()), content)
    assert.match(got.headers.get('content-disposition') ?? '', /^attachment/)
    const [shown] = (await ada.see(id)).talk[0]?.files ?? []
    assert.deepEqual([shown?.name, shown?.size], ['label.svg', content.length])
    assert.equal((await ada.on(id, 'reply', { claim })).status, 400, 'neither words nor files')
    for (const [base64_content, found] of [
      ['', 'a file of 0 bytes'],
      ['=', 'what is not base64, or was cut short'],
    ])
      assert.match(
        (await ada.on(id, 'reply', { claim, files: [{ name: 'a.txt', base64_content }] })).json.message,
        new RegExp(`files\\[0\\]\\.base64_content: found ${found}, needed the content of the file`),
      )
  })

  test('the feed tells operators of who waits, who has whom, who types and who looks, but not of other agents', async () => {
    await using shift = await startShift(engine)
    const other = await shift.service.newAgent('Other')
    const [ada, stranger] = [await shift.operator([shift.agent.id]), await shift.operator([other.id])]
    const [told, elsewhere] = [
      await follow(shift.service.url, ada),
      await follow(shift.service.url, stranger),
    ]
    const { id } = await shift.waiting()
    const claim = await ada.take(id)
    await ada.on(id, 'typing', { claim })
    assert.equal((await ada.on(id, 'look')).status, 204)
    assert.equal((await stranger.on(id, 'look')).status, 403)
    await shift.pass(100)
    await ada.on(id, 'release', { claim })
    await ada.here()
    await shift.pass(100)
    const wanted = ['queue waiting', 'claim held', 'typing ', 'looking ', 'claim free']
    await eventually(
      'all is told',
      () => wanted.filter((line) => !told.lines.includes(line)),
      (missing) => missing.length === 0,
    )
    assert.deepEqual(elsewhere.lines, [])
    told.stop()
    elsewhere.stop()
  })
})

/** What the events of the desk are about, with their states. */
async function follow(url: string, who: ReturnType<typeof asOperator>) {
  const ending = new AbortController()
  const response = await fetch(`${url}/admin/v1/events?kinds=desk`, {
    headers: { cookie: who.cookie },
    signal: ending.signal,
  })
  const lines: string[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const event of whole) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        const { about, state = '' } = JSON.parse(data ?? '{}')
        if (about) lines.push(`${about} ${state}`)
      }
    }
  }
  read().catch(() => {})
  return { lines, stop: () => ending.abort() }
}
