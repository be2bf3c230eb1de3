/** The lock: who may run beside whom, and in what order those that wait enter. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSharedLock } from '../../src/lanes/own-work.ts'

test('a suspect runs alone, and suspects and the others take turns', async () => {
  const lock = createSharedLock()
  const ran: string[] = []
  const enter = (name: string) => lock.share().then((may) => may && ran.push(name))
  const enterAlone = (name: string) => lock.exclude().then((may) => may && ran.push(name))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await enter('a')
  const waiting = [enterAlone('first suspect'), enterAlone('second suspect'), enter('b'), enter('c')]
  await settle()
  assert.deepEqual(ran, ['a'])
  assert.equal(lock.isAwaited(), true)
  lock.endShare()
  await settle()
  assert.deepEqual(ran, ['a', 'first suspect'])
  lock.endExclude()
  await settle()
  assert.deepEqual(ran, ['a', 'first suspect', 'b', 'c'])
  lock.endShare()
  lock.endShare()
  await settle()
  assert.deepEqual(ran.at(-1), 'second suspect')
  waiting.push(enter('d'))
  lock.close()
  await Promise.all(waiting)
  assert.equal(ran.length, 5, 'nothing enters a closed lock')
})
