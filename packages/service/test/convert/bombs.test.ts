/** Files that swell without measure, sent to a real service: memory stays bounded, and everybody else is served meanwhile. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as hostile from '../../../documents/test/hostile-files.ts'
import { processUsage } from '../../src/platform/process-usage.ts'
import { onSqlite } from '../harness/engines.ts'
import { type RunningService, serveTandem } from '../harness/process.ts'
import { eventually, inline } from '../harness/service.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
/** `npm run bench safety` holds 700 on a quiet machine. On a busy one a look at the memory may come late. */
const MOST_MB = 900
const GOOD = inline('good.md', '# Hours\n\nWe open at nine.\n')

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return list.split(' ').filter(Boolean).map(Number)
}

/** Looks at the memory of the service and its children until it is disposed of: a service that has ended has none. */
function watchMemory(pid: number) {
  let mostMb = 0
  const timer = setInterval(() => {
    const bytes = [pid, ...childrenOf(pid)].map((each) => processUsage(each)?.residentBytes ?? 0)
    mostMb = Math.max(mostMb, Math.round(bytes.reduce((sum, each) => sum + each, 0) / 2 ** 20))
  }, 10)
  return { mostMb: () => mostMb, [Symbol.dispose]: () => clearInterval(timer) }
}

onSqlite((engine) => {
  test('bombs of two agents at once stay within memory, others are answered and read, and no process is left', async () => {
    await using store = await engine.freshEnvironment()
    await using tandem = await serveTandem({ ...store.env, TANDEM_ADMIN_TOKEN: ADMIN_TOKEN })
    const pid = tandem.child.pid ?? 0
    const newKey = async () =>
      (await tandem.api('POST', '/admin/v1/agents', { name: 'x' }, ADMIN_TOKEN)).json.api_key as string
    const send = async (key: string, files: object[]) =>
      (await tandem.api('POST', '/v1/bot/doc/qa/add', { purpose: 'FILE_2_QA', files }, key)).json
    const [one, two, three] = [await newKey(), await newKey(), await newKey()]
    const bombs = [
      inline('nested.pdf', hostile.nestedPdf()),
      inline('hex.pdf', hostile.hexPdf()),
      inline('misleading.pdf', hostile.misleadingPdf()),
    ]
    using memory = watchMemory(pid)
    let isOver = false
    const attacks = Promise.all([send(one, [...bombs, GOOD]), send(two, [...bombs, GOOD])]).finally(() => {
      isOver = true
    })
    let read = 0
    while (!isOver) {
      assert.equal((await tandem.api('GET', '/v1/webhook/service/health')).status, 200)
      assert.deepEqual((await send(three, [GOOD])).failed, [])
      read++
    }
    assert.ok(read > 0)
    for (const { doc, failed_reasons } of await attacks) {
      assert.deepEqual(
        doc.map(({ doc_name }: { doc_name: string }) => doc_name),
        ['good.md'],
      )
      assert.equal(failed_reasons.length, bombs.length)
      for (const { reason } of failed_reasons)
        assert.match(reason, /more than the [23]00 MB of memory|seconds of processor time/)
    }
    const deep = await send(one, [inline('deep.json', hostile.deepJson())])
    assert.match(deep.failed_reasons[0].reason, /nested more than 500 levels deep/)
    assert.ok(memory.mostMb() < MOST_MB, `${memory.mostMb()} MB were resident`)
    memory[Symbol.dispose]()
    await endsItsChildren(tandem, pid, () => send(one, [inline('doubling.pdf', hostile.doublingPdf())]))
  })
})

/** Kills the service while a file is being read. */
async function endsItsChildren(
  tandem: RunningService,
  pid: number,
  read: () => Promise<unknown>,
): Promise<void> {
  const reading = read().catch(() => {})
  const children = await eventually(
    'a process',
    () => childrenOf(pid),
    ({ length }) => length > 0,
  )
  await tandem.kill('SIGKILL')
  await reading
  const alive = () => children.filter((child) => processUsage(child))
  await eventually('they have ended', alive, ({ length }) => length === 0)
}
