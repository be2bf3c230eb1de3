/** The script that moves knowledge, run between two services of which the first stands in for the platform. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type DeveloperServer, startDeveloperServer } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { spawnProgram } from '../harness/process.ts'
import { pairsOf, sharedService, type TestService } from '../harness/service.ts'

const SCRIPT = join(import.meta.dirname, '../../../../examples/migrate-knowledge/migrate.mjs')
const MANY = 103
const csvOf = (question: string, answer: string) => `question,answer\n${question},${answer}\n`
const PARCELS = [
  { question: 'How do I return a parcel?', answer: 'Use the label.' },
  { question: 'Where is my parcel?', answer: 'On its way.' },
]
const GUIDE = '# Guide\n\n## How do I ring the bell?\n\nPull the cord twice.\n'

onSqlite((engine) => {
  const env = { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' }
  const source = sharedService(engine, { env })
  const target = sharedService(engine, { env })
  let files: DeveloperServer
  let folder: string
  before(async () => {
    files = await startDeveloperServer()
    files.answer(({ path }) => {
      if (path === '/prices.csv') return { text: csvOf('What does it cost?', 'Ten crowns.') }
      return path === '/guide.md' ? { text: GUIDE } : { status: 404 }
    })
    folder = mkdtempSync(join(tmpdir(), 'tandem-originals-'))
  })
  after(async () => {
    await files.close()
    rmSync(folder, { recursive: true })
  })

  async function move(keys: { from: string; to: string }, ...options: string[]) {
    await using script = spawnProgram(
      process.execPath,
      [SCRIPT, '--from', source().url, '--to', `${target().url}/`, ...options],
      { FROM_API_KEY: keys.from, TO_API_KEY: keys.to },
    )
    const { code } = await script.ended
    return { code, out: script.stdout(), err: script.stderr() }
  }
  const add = async (service: TestService, key: string, body: object) => {
    const { status, json, text } = await service.api('POST', '/v1/bot/doc/qa/add', body, key)
    assert.deepEqual([status, json?.failed], [200, []], text)
  }
  const createBase = async (key: string, name: string) =>
    (await source().api('POST', '/v1/bot/knowledge/base/create', { name, desc: '' }, key)).json
      .knowledge_base_id as string
  const found = async (key: string, prompt: string) =>
    (await target().api('POST', '/v1/vector/match', { prompt, top_k: 1 }, key)).json.list[0]?.content
  const basesOf = async (key: string) =>
    Object.fromEntries(
      (await target().api('GET', '/v1/bot/knowledge/base/page', undefined, key)).json.knowledge_base.map(
        ({ name, doc }: { name: string; doc: number }) => [name, doc],
      ),
    )

  test('documents come from their addresses and from original files; the rest is named, and a second run adds nothing', async () => {
    const [from, to] = [await source().newAgent(), await target().newAgent()]
    const keys = { from: from.key, to: to.key }
    const products = await createBase(from.key, 'Products')
    const inProducts = { knowledge_base_id: products }
    const url = (path: string) => ({ file_name: path, source_url: `${files.url}/${path}` })
    await add(source(), from.key, { purpose: 'QA_FILE', files: [url('prices.csv')], ...inProducts })
    await add(source(), from.key, { purpose: 'FILE_2_QA', files: [url('guide.md')] })
    await source().addDocument(from.key, PARCELS, { name: 'Parcel' })
    mkdirSync(join(folder, 'Products'))
    for (let n = 0; n < MANY; n++) {
      await source().addDocument(from.key, pairsOf(1), { name: `Original ${n}`, ...inProducts })
      writeFileSync(
        join(folder, 'Products', `Original ${n}.csv`),
        csvOf(`What is ${n}?`, `It is number ${n}.`),
      )
    }

    const dry = await move(keys, '--files', folder, '--dry-run')
    assert.deepEqual([dry.code, dry.err], [2, ''])
    assert.match(dry.out, /would move {2}prices\.csv/)
    assert.match(dry.out, /CANNOT MOVE Parcel: it has no source_url, and no file/)
    assert.deepEqual(await basesOf(to.key), { Default: 0 }, 'a dry run changes nothing')

    const first = await move(keys, '--files', folder)
    assert.deepEqual([first.code, first.err], [2, ''], first.out)
    assert.match(first.out, /moved {7}prices\.csv {2}\(QA_FILE from http/)
    assert.match(first.out, /NOT MOVED {3}Parcel: it has no source_url, and no file/)
    assert.match(first.out, /missing {5}Parcel\n/)
    assert.match(first.out, /1 documents are not there/)
    assert.deepEqual(await basesOf(to.key), { Default: 1, Products: MANY + 1 })
    assert.equal(await found(to.key, 'What does it cost?'), 'What does it cost?\nTen crowns.')
    assert.match(await found(to.key, 'How do I ring the bell?'), /Pull the cord twice/)
    assert.equal(
      await found(to.key, `What is ${MANY - 1}?`),
      `What is ${MANY - 1}?\nIt is number ${MANY - 1}.`,
    )

    const second = await move(keys, '--files', folder)
    assert.equal(second.code, 2)
    assert.doesNotMatch(second.out, /^ {2}moved/m)
    assert.deepEqual(await basesOf(to.key), { Default: 1, Products: MANY + 1 })

    const recovered = await move(keys, '--recover')
    assert.deepEqual([recovered.code, recovered.err], [0, ''], recovered.out)
    assert.match(recovered.out, /moved {7}Parcel {2}\(2 pairs from searches\)/)
    assert.match(recovered.out, /All documents are there/)
    assert.equal(await found(to.key, 'Where is my parcel?'), 'Where is my parcel?\nOn its way.')
  })

  test('of two documents of one name both are moved, and a document whose address is gone is named with the reason', async () => {
    const [from, to] = [await source().newAgent(), await target().newAgent()]
    for (const version of [1, 2])
      await source().addDocument(from.key, pairsOf(1, version), { name: 'Twin question' })
    await add(source(), from.key, {
      purpose: 'FILE_2_QA',
      files: [{ file_name: 'guide.md', source_url: `${files.url}/guide.md` }],
    })
    files.answer(() => ({ status: 404 }))
    const { code, out } = await move({ from: from.key, to: to.key }, '--recover')
    assert.equal(code, 2, out)
    assert.match(out, /NOT MOVED {3}guide\.md: FILE_2_QA: .*404/)
    assert.deepEqual(await basesOf(to.key), { Default: 2 })
  })

  test('a wrong key ends it with exit code 1 and says which side refused', async () => {
    const to = await target().newAgent()
    const { code, err } = await move({ from: 'tdm_wrong', to: to.key })
    assert.equal(code, 1)
    assert.match(err, /the source: GET .* answered 401 .*40127/)
  })
})
