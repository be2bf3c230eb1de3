/** Indexes kept in files over a restart: read back they rank as if built anew, bad files count as none, and none holds for long what is gone. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { createIndexes, type Indexes } from '../../src/knowledge/search/index/indexes.ts'
import { writeSnapshot } from '../../src/knowledge/search/index/snapshot-file.ts'
import { searchOver } from '../../src/knowledge/search/search.ts'
import { type BaseVersion, basesOfAgent } from '../../src/knowledge/search/store.ts'
import { createSearchThread } from '../../src/knowledge/search/thread/ask-thread.ts'
import { createLog } from '../../src/platform/log.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const pair = (topic: string) => ({ question: `How about ${topic}?`, answer: `This is about ${topic}.` })

function randomly(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const words = 'parcel order return refund 退货 订单 返品 address change cancel late zażółć'.split(' ')
  const topic = () => Array.from({ length: 1 + next(3) }, () => words[next(words.length)]).join(' ')
  return { next, topic, pairs: () => Array.from({ length: 1 + next(12) }, () => pair(topic())) }
}

onEachEngine((engine) => {
  const service = sharedService(engine)
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tandem-indexes-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const filed = (into = folder): Indexes =>
    createIndexes({
      database: service().service.database,
      limitBytes: 2 ** 30,
      files: { folder: into, leastPhrasings: 1 },
      onUnsaved: assert.fail,
    })
  const baseOf = async (agentId: string) =>
    (await basesOfAgent(service().service.database, agentId))[0] as BaseVersion
  const isFromFile = async (indexes: Indexes, base: BaseVersion) => (await indexes.ready(base)).saved > 0
  const remove = (key: string, docId: string) =>
    service().api('DELETE', `/v1/bot/doc/batch/delete?doc=${docId}`, undefined, key)
  async function ranked(indexes: Indexes, agentId: string, texts: readonly string[]) {
    const search = searchOver({ database: service().service.database, indexes })
    const results = await Promise.all(
      texts.map((text) => search(agentId, { text, limit: 9, explained: true })),
    )
    return results.map(({ hits }) => hits)
  }
  const builtAnew = () => createIndexes({ database: service().service.database, limitBytes: 2 ** 30 })

  /** An agent with a few documents, whose index is in its file. */
  async function keptAgent() {
    const agent = await service().newAgent()
    const docId = await service().addDocument(agent.key, [pair('saddles'), pair('xylophones')])
    await service().addDocument(agent.key, [pair('lamps')])
    const base = await baseOf(agent.id)
    const indexes = filed()
    await indexes.ready(base)
    await indexes.files?.save()
    return { ...agent, docId, base, indexes, path: join(folder, base.id) }
  }

  test('an index read from its file and caught up ranks as one built anew, whatever changed since', async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const { next, topic, pairs } = randomly(seed)
      const { id, key } = await service().newAgent()
      const documents = [await service().addDocument(key, pairs())]
      for (let round = 0; round < 4; round++) {
        const before = filed()
        await before.ready(await baseOf(id))
        await (next(2) === 0 ? before.files?.saveAll(() => true) : before.files?.save())
        for (let change = next(6); change > 0; change--) {
          const docId = documents[next(documents.length)] as string
          const [kind, qaList] = [next(7), pairs()]
          const at = `/agents/${id}/documents/${docId}`
          const update = { doc_id: docId, qaList }
          if (kind === 0) documents.push(await service().addDocument(key, qaList))
          else if (kind === 1) await service().api('PUT', '/v1/bot/doc/qa/update', update, key)
          else if (kind === 2) {
            const more = { doc_id: docId, chunks: qaList }
            await service().api('POST', '/v1/bot/doc/qa/chunks/add', more, key)
          } else if (kind <= 4) {
            const { items } = (await service().admin('GET', `${at}/pairs`)).json
            const place = `${at}/pairs/${items[next(items.length)]?.id}`
            if (kind === 3) await service().admin('PATCH', place, pair(topic()))
            else await service().admin('DELETE', place)
          } else if (kind === 5) {
            const { items } = (await service().admin('GET', `${at}/revisions`)).json
            await service().admin('POST', `${at}/rollback`, { revision: items[next(items.length)].revision })
          } else if (documents.length > 1) {
            await remove(key, docId)
            documents.splice(documents.indexOf(docId), 1)
          }
        }
        const after = filed()
        const texts = Array.from({ length: 8 }, topic)
        assert.deepEqual(await ranked(after, id, texts), await ranked(builtAnew(), id, texts), `${seed}`)
        assert.ok(await isFromFile(after, await baseOf(id)))
      }
    }
  })

  test('a file that is damaged, cut, of another base, made by another program or newer than the base is ignored and replaced', async () => {
    const { id, base, path } = await keptAgent()
    const other = await keptAgent()
    const good = readFileSync(path)
    const headerEnd = 4 + good.readUInt32LE(0)
    const withHeader = (change: object) => {
      const header = { ...JSON.parse(good.subarray(4, headerEnd).toString()), ...change }
      const text = Buffer.from(JSON.stringify(header))
      const body = Buffer.concat([Buffer.alloc(4), text, good.subarray(headerEnd, -4)])
      body.writeUInt32LE(text.length, 0)
      const sum = Buffer.alloc(4)
      sum.writeUInt32LE(crc32(body), 0)
      return Buffer.concat([body, sum])
    }
    assert.deepEqual(withHeader({}), good)
    const damaged = [0, 3, 10, headerEnd + 1, good.length >> 1, good.length - 1].map((at) => {
      const bytes = Buffer.from(good)
      bytes[at] = (bytes[at] as number) ^ 0x41
      return bytes
    })
    const cut = [0, 2, 4, headerEnd, good.length - 4, good.length - 1].map((end) => good.subarray(0, end))
    const foreign = [readFileSync(other.path), Buffer.from('{}'), Buffer.alloc(100_000, 255)]
    const unfit = [{ madeBy: 'another program' }, { version: base.version + 1 }, { withVectors: true }]
    const expected = await ranked(builtAnew(), id, ['saddles', 'about lamps'])
    for (const bytes of [...damaged, ...cut, ...foreign, ...unfit.map(withHeader)]) {
      writeFileSync(path, bytes)
      const indexes = filed()
      assert.equal(await isFromFile(indexes, base), false)
      assert.deepEqual(await ranked(indexes, id, ['saddles', 'about lamps']), expected)
      await indexes.files?.save()
      assert.deepEqual(readFileSync(path), good)
    }
    assert.ok(await isFromFile(filed(), base))
  })

  test('of a document that was removed no word is left in the file once it was tidied', async () => {
    const { id, key, docId, indexes, path } = await keptAgent()
    assert.match(readFileSync(path).toString('latin1'), /xylophone/)
    await remove(key, docId)
    await indexes.ready(await baseOf(id))
    await indexes.files?.tidy()
    const left = readFileSync(path).toString('latin1')
    assert.ok(!left.includes('xylophone') && left.includes('lamps'))
    const texts = ['saddles', 'lamps']
    assert.deepEqual(await ranked(indexes, id, texts), await ranked(builtAnew(), id, texts))
    assert.ok(await isFromFile(filed(), await baseOf(id)))
  })

  test('files of bases that are gone, of bases that changed while nobody searched them, and cut ones are removed', async () => {
    const [same, changed, holding] = [await keptAgent(), await keptAgent(), await keptAgent()]
    await remove(changed.key, changed.docId)
    // Written with what is gone still in it, as when the thread closes.
    await remove(holding.key, holding.docId)
    await holding.indexes.ready(await baseOf(holding.id))
    await holding.indexes.files?.saveAll(() => true)
    const loaded = await keptAgent()
    await service().service.database.transaction('remove a base', async ({ q }) => {
      await q.deleteFrom('documents').where('base_id', '=', loaded.base.id).execute()
      await q.deleteFrom('knowledge_bases').where('id', '=', loaded.base.id).execute()
    })
    await loaded.indexes.files?.tidy()
    assert.ok(!readdirSync(folder).includes(loaded.base.id))
    for (const name of ['no-such-base', `${same.base.id}.1234`])
      writeFileSync(join(folder, name), readFileSync(same.path))
    await filed().files?.tidy()
    const left = readdirSync(folder)
    assert.ok(left.includes(same.base.id))
    for (const gone of [changed.base.id, holding.base.id, 'no-such-base', `${same.base.id}.1234`])
      assert.ok(!left.includes(gone), gone)
  })

  test('a file is written again once a tenth has changed, and left alone before', async () => {
    const agent = await service().newAgent()
    const topics = (count: number, name: string) => Array.from({ length: count }, (_, i) => pair(name + i))
    await service().addDocument(agent.key, topics(100, 'wheel'))
    const indexes = filed()
    const savedAfter = async (added: number, name: string) => {
      if (added > 0) await service().addDocument(agent.key, topics(added, name))
      const kept = await indexes.ready(await baseOf(agent.id))
      await indexes.files?.save()
      return kept.saved
    }
    assert.equal(await savedAfter(0, ''), 100)
    assert.equal(await savedAfter(10, 'saddle'), 100)
    assert.equal(await savedAfter(5, 'lamp'), 115)
  })

  test('a change while the file is written leaves the earlier file as it was', async () => {
    const { base, indexes, path } = await keptAgent()
    const [before, kept] = [readFileSync(path), await indexes.ready(base)]
    await writeSnapshot(folder, base.id, kept, () => {
      if (kept.index.parts.length < 3) kept.index.openPart('new', 'new')
      kept.index.addPair(0, 'Is this new?', 'Yes.', [])
      return true
    })
    assert.deepEqual(readFileSync(path), before)
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith(`${base.id}.`)),
      [],
    )
  })

  test('the thread writes what changed when it closes, for its owner only, and the next one reads it', async () => {
    const { id, key } = await service().newAgent()
    await service().addDocument(key, [pair('saddles'), pair('lamps')])
    const own = join(folder, 'of-threads')
    const lines: string[] = []
    const log = createLog('trace', { write: (line) => void lines.push(line) })
    const thread = (into: string) =>
      createSearchThread({
        database: service().service.database,
        limitBytes: 2 ** 30,
        semantics: undefined,
        wakeRefresh() {},
        files: { folder: into, leastPhrasings: 1 },
        log,
      })
    const asked = async (into: string) => {
      const asking = thread(into)
      const { hits } = await asking.search(id, { text: 'lamps', limit: 1 })
      await asking.tidy()
      await asking.close()
      return hits[0]?.question
    }
    assert.equal(await asked(own), 'How about lamps?')
    const path = join(own, (await baseOf(id)).id)
    assert.deepEqual([statSync(own).mode & 0o777, statSync(path).mode & 0o777], [0o700, 0o600])
    assert.ok(await isFromFile(filed(own), await baseOf(id)))
    await service().addDocument(key, [pair('wheels')])
    const before = readFileSync(path)
    assert.equal(await asked(own), 'How about lamps?')
    assert.notDeepEqual(readFileSync(path), before)
    assert.deepEqual(lines, [])
    // A folder that cannot be made: a file is in its place.
    assert.equal(await asked(path), 'How about lamps?')
    assert.match(lines.join(), /an index could not be kept/)
  })
})
