// Threads that had nothing to do for a while.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThread } from '../../src/platform/thread.ts'
import { eventually } from '../harness/service.ts'

const module = new URL('./echo-thread.ts', import.meta.url)

test('a thread without requests ends after its time, and replies to the next request as before', async () => {
  const thread = createThread<string, string>({ name: 'echo', module, idleMs: 1 })
  for (const ask of ['first', 'second', 'third']) {
    assert.equal(await thread.ask(ask), ask)
    await eventually('the thread ends', thread.isRunning, (isRunning) => !isRunning)
  }
  // Requests that follow each other closely never meet a thread that is about to end.
  for (let i = 0; i < 200; i++) assert.equal(await thread.ask(`${i}`), `${i}`)
  const all = await Promise.all(Array.from({ length: 50 }, (_, i) => thread.ask(`${i}`)))
  assert.equal(all.length, 50)
  await thread.close()
})

test('a thread without such a time keeps running', async () => {
  const thread = createThread<string, string>({ name: 'echo', module })
  assert.equal(await thread.ask('first'), 'first')
  assert.equal(thread.isRunning(), true)
  await thread.close()
  assert.equal(thread.isRunning(), false)
})
