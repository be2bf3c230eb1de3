/** A replaced document is either the old one or the new one, at every instant, for every reader. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenness, readDocument } from '../harness/documents.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, pairsOf, sharedService } from '../harness/service.ts'

const UPDATE = '/v1/bot/doc/qa/update'

onEachEngine((engine) => {
  const service = sharedService(engine)
  const replace = (key: string, docId: string, count: number, version: number | string) =>
    service().api('PUT', UPDATE, { doc_id: docId, qaList: pairsOf(count, version) }, key)

  test('a replace takes away every pair that was there before', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, pairsOf(300), { name: 'Prices' })
    for (const [count, version] of [
      [1, 2],
      [700, 3],
      [200, 4],
      [201, 5],
    ] as const) {
      assert.equal((await replace(key, docId, count, version)).status, 200)
      const seen = await readDocument(service().service.database, docId)
      assert.equal(seen?.name, 'Prices')
      assert.deepEqual(seen?.pairs, pairsOf(count, version))
    }
  })

  test('a reader during many concurrent replaces sees one whole revision every time', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, pairsOf(3000, 'first'))
    const { database } = service().service
    const reading = { going: true, looks: 0, seen: new Set<string>() }
    const reader = async () => {
      while (reading.going) {
        const document = await readDocument(database, docId)
        assert.ok(document)
        assert.equal(brokenness(document), undefined)
        reading.looks++
        reading.seen.add(document.pairs[0]?.answer ?? '')
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const writer = async (name: string) => {
      for (let n = 0; n < 6; n++) {
        const answer = await replace(key, docId, n % 2 ? 3000 : 5, `${name}${n}`)
        assert.equal(answer.status, 200, answer.text)
      }
    }
    const readers = [reader(), reader()]
    const readersDone = Promise.all(readers)
    readersDone.catch(() => {})
    await Promise.all(['a', 'b', 'c'].map(writer))
    reading.going = false
    await readersDone
    assert.ok(reading.looks > 5 && reading.seen.size > 1, JSON.stringify([reading.looks, reading.seen.size]))
  })

  test('the last of several concurrent replaces is what stays, whole', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, pairsOf(1))
    const versions = Array.from({ length: 12 }, (_, n) => n)
    const answers = await Promise.all(versions.map((n) => replace(key, docId, n % 3 ? 10 : 600, n)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const document = await readDocument(service().service.database, docId)
    assert.ok(document && brokenness(document) === undefined)
  })

  test('a failed replace leaves the old content, and what it wrote is cleared', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, pairsOf(2, 'old'))
    const bad = [...pairsOf(1000, 'new'), { question: '', answer: '' }]
    const answer = await service().api('PUT', UPDATE, { doc_id: docId, qaList: bad }, key)
    assert.equal(answer.json.code, 40000)
    const document = await readDocument(service().service.database, docId)
    assert.deepEqual(document?.pairs, pairsOf(2, 'old'))
  })

  test('revisions before the last twenty are cleared in the background, with all their pairs', async () => {
    const { key } = await service().newAgent()
    const docId = await service().addDocument(key, pairsOf(1500, 1))
    for (let version = 2; version <= 22; version++) await replace(key, docId, 4, version)
    const { q } = service().service.database
    const sets = () =>
      q.selectFrom('pair_sets').select(['id', 'state']).where('document_id', '=', docId).execute()
    const left = await eventually('sets of the document', sets, ({ length }) => length === 21)
    const document = await readDocument(service().service.database, docId)
    assert.deepEqual([...new Set(left.map(({ state }) => state))], ['live'])
    assert.ok(left.some(({ id }) => id === document?.setId))
    assert.equal(document?.pairs.length, 4)
    const orphans = () =>
      q
        .selectFrom('pairs')
        .leftJoin('pair_sets', 'pair_sets.id', 'pairs.set_id')
        .select('pairs.ordinal')
        .where('pair_sets.id', 'is', null)
        .execute()
    assert.deepEqual(await orphans(), [])
  })
})
