/** Killed with SIGKILL while pairs are edited: what was acknowledged is shown and found after a restart, and no edit is half there. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { onEachEngine } from '../harness/engines.ts'
import { serveTandem } from '../harness/process.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
const PAIRS = 40

onEachEngine((engine) => {
  test('killed at several moments of many edits, nothing that was acknowledged is lost or found in its old words', async () => {
    await using store = await engine.freshEnvironment()
    const env = { ...store.env, TANDEM_ADMIN_TOKEN: ADMIN_TOKEN, TANDEM_LOG_LEVEL: 'info' }
    let tandem = await serveTandem(env)
    const admin = (method: string, path: string, body?: object) =>
      tandem.api(method, `/admin/v1${path}`, body, ADMIN_TOKEN)
    const { agent, api_key: key } = (await admin('POST', '/agents', { name: 'x' })).json
    const qaList = Array.from({ length: PAIRS }, (_, n) => ({
      question: `Word${n} zero?`,
      answer: `It is ${n}.`,
    }))
    const body = { purpose: 'QA_TEXT', name: 'x', qaList }
    const added = await tandem.api('POST', '/v1/bot/doc/qa/add', body, key)
    const at = `/agents/${agent.id}/documents/${added.json.doc[0].doc_id}`
    const items = async () =>
      (await admin('GET', `${at}/pairs`)).json.items as { id: string; question: string }[]
    const ids = (await items()).map(({ id }) => id)
    const words = ['zero', 'one', 'two', 'three']

    for (const [round, afterMs] of [60, 5, 150].entries()) {
      const word = words[round + 1]
      const acknowledged = new Set<number>()
      // The index is there, so that an edit is written first and found by it afterwards.
      await tandem.api('POST', '/v1/vector/match', { prompt: 'Word1', top_k: 1 }, key)
      const editing = ids.map(async (id, n) => {
        const { status } = await admin('PATCH', `${at}/pairs/${id}`, { question: `Word${n} ${word}?` })
        if (status === 200) acknowledged.add(n)
      })
      await Promise.race(editing)
      await pause(afterMs)
      await tandem.kill('SIGKILL')
      await Promise.allSettled(editing)
      assert.ok(acknowledged.size > 0)
      tandem = await serveTandem(env)
      const now = await items()
      assert.deepEqual(
        now.map(({ id }) => id),
        ids,
      )
      for (const n of acknowledged) {
        const question = `Word${n} ${word}?`
        assert.equal(now[n]?.question, question)
        const found = await tandem.api('POST', '/v1/vector/match', { prompt: question, top_k: 1 }, key)
        assert.equal(found.json.list[0].content, `${question}\nIt is ${n}.`)
      }
      const { json } = await admin('GET', `${at}/revisions`)
      const edited = now.filter(({ question }, n) => question === `Word${n} ${word}?`).length
      assert.ok(edited >= acknowledged.size)
      assert.equal(json.items[0].pairs, PAIRS)
    }
    await tandem.kill('SIGKILL')
  })
})
