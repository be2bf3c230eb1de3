/** A reply, a close by the person and a close by the user at the same instant: whoever comes first wins, and all agree on it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLatch } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { OK, QUIET, type Scene, setScene } from './scene.ts'

const TIMES = 200
const AT_ONCE = 20
const settings = { handoff: { texts: { en: QUIET } } }

type Act = 'reply' | 'close by person' | 'close by user'
const orders: Act[][] = [
  ['reply', 'close by person', 'close by user'],
  ['reply', 'close by user', 'close by person'],
  ['close by person', 'reply', 'close by user'],
  ['close by person', 'close by user', 'reply'],
  ['close by user', 'reply', 'close by person'],
  ['close by user', 'close by person', 'reply'],
]
/** What came of each order, by engine. */
const results = new Map<string, unknown>()

onEachEngine((engine) => {
  test('a human reply, a human close and a user close at the same instant, two hundred times: each ends in a legal state', async () => {
    await using scene = await setScene(engine, { settings })
    let done = 0
    const worker = async () => {
      while (done < TIMES) {
        const n = done++
        await raceOnce(scene, n)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const { json } = await scene.service.admin('GET', '/handoffs?state=OPEN')
    assert.deepEqual(json.items, [])
  })

  test('the same three in each of their orders, before and after the desk has answered, come out the same on both engines', async () => {
    await using scene = await setScene(engine, { settings })
    const seen: unknown[] = []
    for (const begin of ['requested', 'waiting', 'connected']) {
      for (const order of orders) seen.push(await inOrder(scene, begin, order))
    }
    results.set(engine.name, seen)
    const [first] = results.values()
    assert.deepEqual(seen, first)
  })
})

async function raceOnce(scene: Scene, n: number): Promise<void> {
  const conversation = await scene.conversation()
  const id = await scene.handOver(conversation)
  const acts = [
    () => scene.reply(id, `Reply ${n}`),
    () => scene.closeByPerson(id),
    () => scene.closeByUser(conversation),
  ]
  // Each of them is the first to be sent in a third of the races.
  const turned = [...acts.slice(n % 3), ...acts.slice(0, n % 3)]
  const answers = await Promise.all(turned.map((act) => act()))
  const [reply, byPerson, byUser] = acts.map((_, k) => answers[(k - (n % 3) + 3) % 3]?.json.code)

  const { end_reason, timeline, deliveries } = await scene.handoff(id)
  assert.deepEqual([byPerson, byUser].sort(), [0, 40357], 'exactly one of them closed it')
  assert.equal(end_reason, byPerson === 0 ? 'HUMAN_CLOSED' : 'USER_CLOSED')
  const kinds: string[] = timeline.map(({ kind }: { kind: string }) => kind)
  const end = kinds.findIndex((kind) => kind === 'humanClose' || kind === 'userClose')
  assert.equal(kinds.includes('humanReply'), reply === 0)
  assert.ok(kinds.indexOf('humanReply') < end, 'nothing is said after the end')
  assert.ok(reply === 0 || reply === 40357)
  const closes = deliveries.filter(({ kind }: { kind: string }) => kind === 'handoff_close').length
  // The desk may not have heard of it yet; a reply proves that it has.
  if (byPerson === 0) assert.equal(closes, 0)
  else assert.ok(reply === 0 ? closes === 1 : closes <= 1)
  const words = (await scene.stored(conversation)).map(({ role, text }) => `${role}: ${text}`)
  assert.deepEqual(words, reply === 0 ? [`human: Reply ${n}`] : [])
}

async function inOrder(scene: Scene, begin: string, order: readonly Act[]): Promise<unknown> {
  const conversation = await scene.conversation()
  const latch = createLatch()
  scene.server.answer(() => (begin === 'requested' ? { kind: 'hold', latch } : OK))
  const id = await scene.handOver(conversation)
  if (begin === 'requested') await scene.server.waitFor(({ body }) => body.includes(id))
  else await scene.inState(id, 'WAITING')
  if (begin === 'connected') await scene.reply(id, 'Connected.')
  const acts = {
    reply: () => scene.reply(id, 'Words.'),
    'close by person': () => scene.closeByPerson(id),
    'close by user': () => scene.closeByUser(conversation),
  }
  const codes: number[] = []
  for (const act of order) codes.push((await acts[act]()).json.code)
  latch.release()
  const { end_reason, deliveries } = await scene.handoff(id)
  const closes = deliveries.filter(({ kind }: { kind: string }) => kind === 'handoff_close').length
  return { begin, order, codes, end_reason, closes, words: await scene.stored(conversation) }
}
