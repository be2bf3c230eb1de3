/** The search thread: what it had not answered when it ended is answered by the next, and it never reads what was before a write. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { createBase } from '../../src/knowledge/bases.ts'
import { createIndexes } from '../../src/knowledge/search/index/indexes.ts'
import { createSearchThread } from '../../src/knowledge/search/thread/ask-thread.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { createLog } from '../../src/platform/log.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService, startTestService } from '../harness/service.ts'

const pair = (topic: string) => ({ question: `How about ${topic}?`, answer: `This is about ${topic}.` })

function searchThread(database: Database) {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const options = { database, limitBytes: 2 ** 30, semantics: undefined, wakeRefresh() {}, log }
  return { ...createSearchThread(options), lines }
}

/** Ends the next so many threads as soon as they are made. */
function endThreads(count: number): () => number {
  let ended = 0
  process.on('worker', function end(worker: Worker) {
    ended++
    if (ended === count) process.off('worker', end)
    void worker.terminate()
  })
  return () => ended
}

onEachEngine((engine) => {
  const service = sharedService(engine)

  test('what a thread had not answered when it ended, the next one answers', async () => {
    const { id, key } = await service().newAgent()
    await service().addDocument(key, [pair('saddles'), pair('lamps')])
    const thread = searchThread(service().service.database)
    const ended = endThreads(2)
    const found = await Promise.all(['saddles', 'lamps'].map((text) => thread.search(id, { text, limit: 1 })))
    assert.deepEqual(
      found.map(({ hits }) => hits[0]?.question),
      ['How about saddles?', 'How about lamps?'],
    )
    assert.equal(ended(), 2)
    await thread.close()
    await assert.rejects(thread.search(id, { text: 'lamps', limit: 1 }), /has ended/)
  })

  test('a thread that ends time and again fails its searches, not the service', async () => {
    const { id } = await service().newAgent()
    const thread = searchThread(service().service.database)
    // Every one that is made meanwhile: the service may start threads of its own, and they must not count for these.
    const end = (worker: Worker) => void worker.terminate()
    process.on('worker', end)
    await assert.rejects(thread.search(id, { text: 'lamps', limit: 1 }), /search thread ended/)
    process.off('worker', end)
    assert.deepEqual((await thread.search(id, { text: 'lamps', limit: 1 })).hits, [])
    await thread.close()
  })

  test('each search sees what was committed before it, however busy the thread is', async () => {
    const { id, key } = await service().newAgent()
    await service().addDocument(key, [pair('saddles')])
    const thread = searchThread(service().service.database)
    let isBusy = true
    const others = Array.from({ length: 8 }, async (_, n) => {
      for (let i = 0; isBusy; i++) await thread.search(id, { text: `saddles ${n} ${i}`, limit: 3 })
    })
    for (let round = 0; round < 25; round++) {
      await service().addDocument(key, [pair(`topic${round}`)])
      const { hits } = await thread.search(id, { text: `topic${round}`, limit: 1 })
      assert.equal(hits[0]?.question, `How about topic${round}?`)
    }
    isBusy = false
    await Promise.all(others)
    await thread.close()
  })

  test('an agent that asks much at once lets another have its turn', async () => {
    const [busy, other] = [await service().newAgent(), await service().newAgent()]
    for (const { key } of [busy, other]) await service().addDocument(key, [pair('saddles')])
    const thread = searchThread(service().service.database)
    await thread.search(busy.id, { text: 'saddles', limit: 1 })
    let answered = 0
    const all = Array.from({ length: 400 }, async (_, n) => {
      await thread.search(busy.id, { text: `saddles ${n}`, limit: 1 })
      answered++
    })
    const { hits } = await thread.search(other.id, { text: 'saddles', limit: 1 })
    assert.equal(hits[0]?.question, 'How about saddles?')
    assert.ok(answered < 100, `${answered} of 400 were answered before`)
    await Promise.all(all)
    await thread.close()
  })

  test('an agent that searches hundreds of bases at once, again and again, lets another have its turn', async () => {
    const { database } = service().service
    const [busy, other] = [await service().newAgent(), await service().newAgent()]
    for (const { key } of [busy, other]) await service().addDocument(key, [pair('saddles')])
    await Promise.all(
      Array.from({ length: 500 }, () =>
        createBase(database, systemClock, busy.id, { name: 'One', desc: '' }),
      ),
    )
    const thread = searchThread(database)
    await thread.search(other.id, { text: 'saddles', limit: 1 })
    let answered = 0
    const all = Array.from({ length: 10 }, async () => {
      await thread.search(busy.id, { text: 'saddles', limit: 1 })
      answered++
    })
    const { hits } = await thread.search(other.id, { text: 'saddles', limit: 1 })
    assert.equal(hits[0]?.question, 'How about saddles?')
    assert.equal(answered, 0)
    await Promise.all(all)
    await thread.close()
  })

  test('a failing database fails the search with the reason of the database', async () => {
    await using other = await startTestService(engine)
    const { id, key } = await other.newAgent()
    await other.addDocument(key, [pair('saddles')])
    const { database } = other.service
    const nowhere: Database['location'] =
      database.location.engine === 'sqlite'
        ? { engine: 'sqlite', folder: join(database.location.folder, 'gone') }
        : { engine: 'postgres', url: database.location.url.replace(/\/[^/]*$/, '/no_such_database') }
    const thread = searchThread({ ...database, location: nowhere })
    await assert.rejects(thread.search(id, { text: 'saddles', limit: 1 }), (error: Error) => {
      assert.match(`${error.message}\n${thread.lines.join('')}`, /unable to open|does not exist/)
      return true
    })
    await thread.close()
    if (nowhere.engine === 'sqlite') rmSync(nowhere.folder, { recursive: true, force: true })
  })

  test('the indexes of large bases are built before anybody asks', async () => {
    const { id, key } = await service().newAgent()
    const many = Array.from({ length: 1200 }, (_, i) => pair(`wheel${i}`))
    await service().addDocument(key, many)
    const { database } = service().service
    const indexes = createIndexes({ database, limitBytes: 2 ** 30 })
    await indexes.warmUp()
    assert.equal(indexes.count, 1)
    const thread = searchThread(database)
    await thread.warmUp()
    const { hits } = await thread.search(id, { text: 'wheel7', limit: 1 })
    assert.equal(hits[0]?.question, 'How about wheel7?')
    await thread.close()
  })
})
