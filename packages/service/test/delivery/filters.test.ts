/** Finding deliveries, and sending again just those that were found. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryList } from '@tandem/contract/admin-deliveries'
import { SUCCESS } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { type Scene, setScene } from './scene.ts'

async function found(scene: Scene, query: string): Promise<string[]> {
  const { json, text } = await scene.service.admin('GET', `/deliveries?agent_id=${scene.agent.id}&${query}`)
  assert.ok(Array.isArray(json?.items), text)
  return deliveryList.parse(json).items.map(({ id }) => id)
}

onEachEngine((engine) => {
  test('deliveries are found by endpoint, kind, time, status of the last attempt and text of the body', async () => {
    await using scene = await setScene(engine)
    const ok = await scene.send('a', 'Your parcel "4711" is on its way – 今天.')
    await scene.settled(ok)
    await scene.pass(60_000)
    const later = scene.clock.now()
    scene.developer.answer(() => ({ status: 503 }))
    const failing = await scene.send('b', 'Anything else?')
    await scene.attempted(failing, 1)
    const waiting = await scene.send('b', 'Behind it.')

    assert.deepEqual(await found(scene, 'kind=message&endpoint=message'), [waiting, failing, ok])
    assert.deepEqual(await found(scene, 'kind=handoff_chat'), [])
    assert.deepEqual(await found(scene, 'endpoint=some-desk'), [])
    assert.deepEqual(await found(scene, `from=${later}`), [waiting, failing])
    assert.deepEqual(await found(scene, `until=${later}`), [ok])
    assert.deepEqual(await found(scene, 'http_status=503'), [failing])
    assert.deepEqual(await found(scene, 'http_status=200'), [ok])
    assert.deepEqual(await found(scene, 'http_status=0'), [], 'one that was never tried had no status')
    assert.deepEqual(await found(scene, `q=${encodeURIComponent('"4711" is on its way – 今天')}`), [ok])
    assert.deepEqual(await found(scene, 'q=parcel&http_status=503'), [])
    const odd = await scene.service.admin('GET', '/deliveries?http_status=many')
    assert.equal(odd.status, 400)
    assert.match(odd.text, /http_status/)
  })

  test('a search of the log may give a short page, and its cursor goes on to the very end', async () => {
    await using scene = await setScene(engine)
    const wanted = await scene.send('old', 'a needle')
    await scene.settled(wanted)
    const database = scene.service.service.database
    const { lane_id: laneId } = await database.q
      .selectFrom('lane_items')
      .select('lane_id')
      .executeTakeFirstOrThrow()
    // A long log behind it, written at once.
    await database.transaction('test', async (tx) => {
      for (let first = 2; first <= 2_301; first += 100) {
        const items = Array.from({ length: 100 }, (_, n) => {
          const item = { lane_id: laneId, seq: first + n, kind: 'message', tenant: scene.agent.id }
          const times = { created_at: 1, expires_at: 1, changed_at: 1 }
          const rest = { attempts: 1, runs: 1, last_error: null, origin: null, died_at: null }
          return { ...item, ...times, ...rest, state: 'done' as const }
        })
        const rows = await tx.q.insertInto('lane_items').values(items).returning('id').execute()
        const bodies = rows.map(({ id }) => ({ item_id: id, body: '{"text":"hay"}' }))
        await tx.q.insertInto('lane_bodies').values(bodies).execute()
      }
    })
    const pages: string[][] = []
    let cursor = ''
    do {
      const { json } = await scene.service.admin('GET', `/deliveries?q=needle&limit=5${cursor}`)
      pages.push(deliveryList.parse(json).items.map(({ id }) => id))
      cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`
    } while (cursor !== '')
    assert.deepEqual(pages.flat(), [wanted])
    assert.ok(pages.length > 1, 'no request looks through the whole log')
  })

  test('a replay of many sends just what the filter means, and its dry run says how many and sends nothing', async () => {
    await using scene = await setScene(engine)
    const sent = [
      await scene.send('a', 'one of A'),
      await scene.send('b', 'one of B'),
      await scene.send('a', 'two of A'),
    ]
    for (const id of sent) await scene.settled(id)
    scene.developer.answer(() => SUCCESS)
    const before = scene.developer.requests.length
    const replay = async (more: object) => {
      const body = { agent_id: scene.agent.id, state: 'delivered', since: 0, ...more }
      const { json, text } = await scene.service.admin('POST', '/deliveries/replay', body)
      assert.ok(json?.replayed !== undefined, text)
      return json.replayed as number
    }
    assert.equal(await replay({ dry_run: true }), 3)
    assert.equal(await replay({ q: 'of A', dry_run: true }), 2)
    assert.equal(await replay({ q: 'of A', until: 1, dry_run: true }), 0)
    assert.equal(await replay({ conversation_id: 'b', http_status: 500, dry_run: true }), 0)
    assert.equal((await found(scene, '')).length, 3)
    assert.equal(await replay({ q: 'of A' }), 2)
    const [newest = '', next = ''] = await found(scene, '')
    for (const id of [newest, next]) await scene.settled(id)
    const again = scene.developer.requests.slice(before).map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(again, [sent[0], sent[2]])
  })
})
