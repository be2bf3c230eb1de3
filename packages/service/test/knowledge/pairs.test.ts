/** Single pairs of a document, and its history: what is edited is found at once, keeps its id, and can be undone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { defaultLimits } from '@tandem/contract/limits'
import { requireDocument } from '../../src/knowledge/find-document.ts'
import { pairHandlers } from '../../src/knowledge/pair-routes.ts'
import { pagesOf, readPairs } from '../../src/knowledge/pair-store.ts'
import type { Tokenizer } from '../../src/models/tokenizer.ts'
import type { Reader } from '../../src/platform/database/handle.ts'
import type { Call } from '../../src/platform/http/route.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, sharedService } from '../harness/service.ts'
import { base64, UPDATE } from './model-scene.ts'

interface Item {
  readonly id: string
  readonly ordinal: number
  readonly question: string
  readonly answer: string
}

onEachEngine((engine) => {
  const service = sharedService(engine)
  const admin = (method: string, path: string, body?: unknown) => service().admin(method, path, body)
  const named = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => ({
      question: `What is ${name}${n}?`,
      answer: `It is ${name}${n}.`,
    }))

  async function newDocument(pairs: readonly object[]) {
    const { id, key } = await service().newAgent()
    const docId = await service().addDocument(key, pairs)
    const at = `/agents/${id}/documents/${docId}`
    const items = async (): Promise<Item[]> => {
      const all: Item[] = []
      for (let from: number | null = 0; from !== null; ) {
        const { json } = await admin('GET', `${at}/pairs?limit=500&from=${from}`)
        all.push(...json.items)
        from = json.next_from
      }
      return all
    }
    const said = async () => (await items()).map(({ question, answer }) => ({ question, answer }))
    const found = async (prompt: string): Promise<string | undefined> => {
      const { json } = await service().api('POST', '/v1/vector/match', { prompt, top_k: 1 }, key)
      return json.list[0]?.content
    }
    const replace = (qaList: readonly object[]) =>
      service().api('PUT', UPDATE, { doc_id: docId, qaList }, key)
    const append = (chunks: readonly object[]) =>
      service().api('POST', '/v1/bot/doc/qa/chunks/add', { doc_id: docId, chunks }, key)
    const revisions = async () => (await admin('GET', `${at}/revisions`)).json.items
    return { id, key, docId, at, items, said, found, replace, append, revisions }
  }

  test('a page of long pairs ends early and says where it goes on; all of them are kept, whatever their length', async () => {
    const long = Array.from({ length: 80 }, (_, n) => ({
      question: `Q ${n}`,
      answer: `${n} ${'жук '.repeat(4900)}`,
    }))
    const { at, said } = await newDocument(long)
    for (const query of ['', '&q=жук']) {
      const { json } = await admin('GET', `${at}/pairs?limit=500${query}`)
      assert.deepEqual([json.items.length, json.next_from], [26, 26], query)
    }
    assert.ok(isDeepStrictEqual(await said(), long))
  })

  test('a pair that is added, edited or deleted is searched so at once; the others stay as they are', async () => {
    const { at, items, said, found } = await newDocument(named(300, 'lamp'))
    const before = await items()
    assert.equal(await found('What is lamp7?'), 'What is lamp7?\nIt is lamp7.')
    const seventh = before[7] as Item
    const edited = await admin('PATCH', `${at}/pairs/${seventh.id}`, { question: 'Where is the zebra?' })
    assert.deepEqual(
      [edited.status, edited.json.id, edited.json.ordinal, edited.json.question, edited.json.answer],
      [200, seventh.id, 7, 'Where is the zebra?', 'It is lamp7.'],
    )
    assert.equal(await found('Where is the zebra?'), 'Where is the zebra?\nIt is lamp7.')
    assert.notEqual(await found('What is lamp7?'), 'What is lamp7?\nIt is lamp7.')
    const added = await admin('POST', `${at}/pairs`, {
      question: 'Who feeds the okapi?',
      answer: 'The keeper.',
    })
    assert.deepEqual([added.status, added.json.ordinal], [201, 300])
    assert.equal(await found('Who feeds the okapi?'), 'Who feeds the okapi?\nThe keeper.')
    assert.deepEqual((await admin('GET', `${at}/pairs/${added.json.id}`)).json, added.json)
    assert.equal((await admin('DELETE', `${at}/pairs/${before[3]?.id}`)).status, 204)
    assert.notEqual(await found('What is lamp3?'), 'What is lamp3?\nIt is lamp3.')
    assert.equal((await admin('GET', `${at}/pairs/${before[3]?.id}`)).status, 404)
    const expected = named(300, 'lamp').map(({ question, answer }, n) =>
      n === 7 ? { question: 'Where is the zebra?', answer } : { question, answer },
    )
    expected.splice(3, 1)
    assert.deepEqual(await said(), [...expected, { question: 'Who feeds the okapi?', answer: 'The keeper.' }])
    const { json } = await admin('GET', `${at}/pairs?from=2&limit=2`)
    assert.deepEqual(
      [json.items.map(({ ordinal }: Item) => ordinal), json.next_from, json.total, json.revision],
      [[2, 4], 5, 300, 4],
    )
  })

  test('pairs are found by words of question or answer, page by page, however far apart they are', async () => {
    const far = [{ question: 'Where is the ZEBRA?', answer: '100% there.' }]
    const { at } = await newDocument([...named(3, 'lamp'), ...far, ...named(20_000, 'tent'), ...far])
    const page = async (query: string) => (await admin('GET', `${at}/pairs?${query}`)).json
    const first = await page('q=Zebra')
    assert.deepEqual([first.items.map(({ ordinal }: Item) => ordinal), first.next_from], [[3], 20_000])
    const second = await page(`q=Zebra&from=${first.next_from}`)
    assert.deepEqual([second.items.map(({ ordinal }: Item) => ordinal), second.next_from], [[20_004], null])
    const two = await page('q=it+is+lamp&limit=2')
    assert.deepEqual([two.items.length, two.next_from], [2, 2])
    assert.equal((await page('q=100%25+there')).items.length, 1, 'no character has a meaning of its own')
    assert.equal((await page('q=&limit=5')).items.length, 5)
  })

  test('a pair keeps its id whatever happens to the others: edits, appends, a new import of its file, going back', async () => {
    const { at, items, replace, append, key, docId } = await newDocument(named(250, 'a'))
    const idOf = async (answer: string) => (await items()).find((item) => item.answer === answer)?.id
    const [first, tenth, last] = await Promise.all(['It is a0.', 'It is a10.', 'It is a249.'].map(idOf))
    const same = async () => [await idOf('It is a0.'), await idOf('Changed.'), await idOf('It is a249.')]
    await admin('PATCH', `${at}/pairs/${tenth}`, { answer: 'Changed.' })
    await append(named(2, 'b'))
    await append(named(201, 'c'))
    assert.deepEqual(await same(), [first, tenth, last])
    // The file has what was edited, in another order and with a new pair.
    const now = (await items()).map(({ question, answer }) => `"${question}","${answer}"`).reverse()
    const csv = `question,answer\nNew?,Yes.\n${now.join('\n')}\n`
    const files = [{ doc_id: docId, file_name: 'a.csv', file_base64: base64(csv) }]
    assert.equal((await service().api('PUT', UPDATE, { files }, key)).json.doc.length, 1)
    assert.deepEqual(await same(), [first, tenth, last])
    await replace((await items()).slice(50).map(({ question, answer }) => ({ question, answer })))
    assert.deepEqual(await same(), [first, tenth, last])
    const ids = (await items()).map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    await admin('DELETE', `${at}/pairs/${tenth}`)
    await admin('POST', `${at}/rollback`)
    assert.deepEqual(await same(), [first, tenth, last])
    const edited = await admin('PATCH', `${at}/pairs/${tenth}`, { answer: 'Once more.' })
    assert.deepEqual([edited.status, edited.json.id, await idOf('Once more.')], [200, tenth, tenth])
  })

  test('who edits a pair that somebody else has changed since is told so, and sees what it is now', async () => {
    const { at, items } = await newDocument(named(3, 'a'))
    const [one, two] = (await items()) as [Item, Item]
    const { revision } = (await admin('GET', `${at}/pairs`)).json
    const edit = (pair: Item, answer: string, if_revision?: number) =>
      admin('PATCH', `${at}/pairs/${pair.id}`, { answer, if_revision })
    assert.equal((await edit(one, 'First.', revision)).status, 200)
    const late = await edit(one, 'Second.', revision)
    assert.deepEqual([late.status, late.json.code, late.json.revision], [409, 40901, revision + 1])
    assert.deepEqual([late.json.pair.id, late.json.pair.answer], [one.id, 'First.'])
    // Another pair is not in the way, and who has seen the change may go on.
    assert.equal((await edit(two, 'Other.', revision)).status, 200)
    assert.equal((await edit(one, 'Second.', late.json.revision)).status, 200)
    assert.equal((await edit(one, 'Whatever.')).status, 200)
    const foreign = await edit(one, 'Not this.', 99)
    assert.deepEqual([foreign.status, foreign.json.code], [400, 40000])
    assert.match(foreign.json.message, /if_revision: found 99, needed one up to/)
    const same = await edit(one, 'Whatever.')
    assert.equal(same.json.revision, (await admin('GET', `${at}/pairs`)).json.revision)
  })

  test('of many editors of one pair at the same time one is first; of many pairs all come through', async () => {
    const { at, items, said, revisions } = await newDocument(named(12, 'a'))
    const pairs = await items()
    const race = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        admin('PATCH', `${at}/pairs/${pairs[0]?.id}`, { answer: `Editor ${n}.`, if_revision: 1 }),
      ),
    )
    assert.deepEqual(race.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
    const winner = race.find(({ status }) => status === 200)
    assert.ok(race.every(({ status, json }) => status === 200 || json.pair.answer === winner?.json.answer))
    const all = await Promise.all([
      ...pairs
        .slice(1, 6)
        .map(({ id }, n) => admin('PATCH', `${at}/pairs/${id}`, { answer: `Edited ${n}.` })),
      ...pairs.slice(6, 9).map(({ id }) => admin('DELETE', `${at}/pairs/${id}`)),
      ...[0, 1, 2].map((n) => admin('POST', `${at}/pairs`, { question: `New ${n}?`, answer: `New ${n}.` })),
    ])
    assert.ok(all.every(({ status }) => status < 300))
    const answers = (await said()).map(({ answer }) => answer)
    assert.deepEqual(answers.slice(0, 6), [
      winner?.json.answer,
      ...[0, 1, 2, 3, 4].map((n) => `Edited ${n}.`),
    ])
    assert.deepEqual(answers.slice(6, 9), ['It is a9.', 'It is a10.', 'It is a11.'])
    assert.deepEqual(answers.slice(9).sort(), ['New 0.', 'New 1.', 'New 2.'])
    assert.deepEqual(
      (await revisions()).map(({ revision }: { revision: number }) => revision),
      Array.from({ length: 13 }, (_, n) => 13 - n),
    )
  })

  test('the history says who changed what; each of the last twenty revisions can be compared with and gone back to', async () => {
    const { at, items, said, found, replace, append, revisions } = await newDocument(named(5, 'a'))
    const shown = new Map<number, object[]>([[1, await said()]])
    const note = async () => void shown.set((await revisions())[0].revision, await said())
    const pick = async (n: number) => `${at}/pairs/${(await items())[n]?.id}`
    for (const change of [
      async () => admin('PATCH', await pick(1), { answer: 'Edited.' }),
      async () => admin('DELETE', await pick(2)),
      async () => replace(named(260, 'b')),
      async () => admin('PATCH', await pick(3), { question: 'Edited again?' }),
      async () => admin('POST', `${at}/pairs`, { question: 'Added?', answer: 'Yes.' }),
      async () => append(named(3, 'c')),
      async () => append(named(201, 'd')),
      async () => admin('DELETE', await pick(0)),
      async () => admin('POST', `${at}/rollback`, { revision: 2 }),
      async () => admin('PATCH', await pick(0), { answer: 'Behind a rollback.' }),
    ]) {
      assert.ok(((await change())?.status ?? 500) < 300)
      await note()
    }
    const history = await revisions()
    assert.deepEqual(
      history.map(({ kind, by, added, changed, removed }: Record<string, unknown>) =>
        [kind, by, added, changed, removed].join(),
      ),
      [
        'edit_pair,admin token,0,1,0',
        'rollback,admin token,5,0,464',
        'delete_pair,admin token,0,0,1',
        // What was appended one after the other is one change.
        'append,API key,204,0,0',
        'add_pair,admin token,1,0,0',
        'edit_pair,admin token,0,1,0',
        'replace,API key,260,0,4',
        'delete_pair,admin token,0,0,1',
        'edit_pair,admin token,0,1,0',
        'add,API key,5,0,0',
      ],
    )
    const diff = (await admin('GET', `${at}/revisions/2/diff`)).json
    assert.deepEqual([diff.counts.changed, diff.counts.same, diff.live_revision], [1, 4, 11])
    assert.deepEqual(diff.items, [
      {
        before: { question: 'What is a0?', answer: 'It is a0.' },
        after: { question: 'What is a0?', answer: 'Behind a rollback.' },
      },
    ])
    const page = (await admin('GET', `${at}/revisions/4/diff?list=removed&limit=100&from=200`)).json
    assert.deepEqual([page.items.length, page.next_from], [60, null])

    for (const { revision } of [...history].reverse().slice(0, -1)) {
      const back = await admin('POST', `${at}/rollback`, { revision })
      assert.deepEqual([back.status, back.json.pairs], [200, shown.get(revision)?.length])
      assert.deepEqual(await said(), shown.get(revision), `revision ${revision}`)
      for (const question of ['What is a2?', 'Edited again?', 'What is d200?'])
        assert.equal(
          (await found(question))?.startsWith(question) ?? false,
          JSON.stringify(shown.get(revision)).includes(question),
          `${question} in revision ${revision}`,
        )
      await note()
    }
    const now = (await revisions())[0].revision
    assert.equal((await admin('POST', `${at}/rollback`, { revision: now })).json.code, 40900)
    assert.match(
      (await admin('POST', `${at}/rollback`, { revision: 99 })).json.hint,
      /no revision 99; it keeps 1, /,
    )
    for (let n = 0; n < 10; n++) await admin('PATCH', await pick(0), { answer: `Once more ${n}.` })
    const left = await revisions()
    assert.equal(left.length, 21)
    const oldest = left.at(-1).revision
    assert.equal((await admin('POST', `${at}/rollback`, { revision: oldest - 1 })).status, 404)
    assert.equal((await admin('POST', `${at}/rollback`, { revision: oldest })).status, 200)
    assert.deepEqual(await said(), shown.get(oldest))
  })

  test('an export holds every pair as the document shows it, can be imported again, and is cut off when nobody reads it', async () => {
    const long = 'x'.repeat(15_000)
    const { at, id, key, docId, items } = await newDocument([
      { question: 'Odd, "really"?', answer: '=1+1\n- a list' },
      { question: "'-ed' or '-t'?", answer: '- learned' },
      { question: '＋81 or 0?', answer: "'＝ is a wide sign" },
      ...Array.from({ length: 400 }, (_, n) => ({ question: `Question ${n}?`, answer: `${n} ${long}` })),
    ])
    await admin('DELETE', `${at}/pairs/${(await items())[5]?.id}`)
    const all = await items()
    const url = `${service().url}/admin/v1${at}/export`
    const headers = { authorization: `Bearer ${service().adminToken}` }
    const lines = (await (await fetch(`${url}?format=jsonl`, { headers })).text()).trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      all.map(({ id, question, answer }) => ({ question, answer, keywords: [], id })),
    )
    const stop = new AbortController()
    const cut = await fetch(url, { headers, signal: stop.signal })
    assert.equal(cut.headers.get('content-type'), 'text/csv; charset=utf-8')
    const reader = cut.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    assert.match(
      new TextDecoder().decode(value),
      /^question,answer,keywords,id\r\n"Odd, ""really""\?","'=1\+1\n- a list",/,
    )
    stop.abort()
    const csv = Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
    const files = [{ doc_id: docId, file_name: 'again.csv', file_base64: csv.toString('base64') }]
    const again = await service().api('PUT', UPDATE, { files }, key)
    assert.equal(again.json.doc.length, 1, again.text)
    assert.deepEqual(
      await items(),
      all.map((item, ordinal) => ({ ...item, ordinal })),
    )
    assert.equal((await admin('GET', `/agents/${id}/documents/${docId}/export?format=xml`)).status, 400)
  })

  test('an export whose revision is cleared before it was read is refused as changed meanwhile, not as an error of the service', async () => {
    const { id: agentId, docId, replace } = await newDocument(named(3, 'a cleared pair'))
    const { knowledge } = service().service.app
    const handlers = pairHandlers({ knowledge, tokenizer: {} as Tokenizer, limits: defaultLimits })
    const call = { params: { agentId, docId }, query: {}, caller: { agents: 'all' } }
    const { chunks } = await handlers.export(call as unknown as Call)
    assert.ok(chunks)
    const { set_id, revision } = await requireDocument(knowledge.database, agentId, docId)
    for (let n = 0; n < 22; n++) await replace(named(1, `change ${n}`))
    const left = () => readPairs(knowledge.database, { set_id, revision }, 0, 10)
    await eventually('it is cleared', left, ({ length }) => length === 0)
    await assert.rejects(Array.fromAsync(chunks), { entry: 'conflict' })
  })
})

test('a walk through many pairs lets the event loop run between two pages, though the engine reads at once', async () => {
  const pages = 5
  const rows = Array.from({ length: 10 * pages }, (_, ordinal) => ({ ordinal }))
  const reader = {
    run: async (_query: unknown, { first, limit }: { first: number; limit: number }) =>
      rows.slice(first, first + limit),
  } as unknown as Reader
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  let found = 0
  for await (const page of pagesOf(reader, { set_id: 'set', revision: 1 }, { size: 10 })) found += page.length
  clearImmediate(counting)
  assert.equal(found, rows.length)
  assert.ok(turns >= pages - 1, `the event loop ran ${turns} times`)
})
