/** The room: who may run beside whom, and in what order those that wait enter. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRoom } from '../../src/lanes/room.ts'

test('a suspect runs alone, and suspects and the others take turns', async () => {
  const room = createRoom()
  const ran: string[] = []
  const enter = (name: string) => room.enter().then((may) => may && ran.push(name))
  const enterAlone = (name: string) => room.enterAlone().then((may) => may && ran.push(name))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await enter('a')
  const waiting = [enterAlone('first suspect'), enterAlone('second suspect'), enter('b'), enter('c')]
  await settle()
  assert.deepEqual(ran, ['a'])
  assert.equal(room.isAwaited(), true)
  room.leave()
  await settle()
  assert.deepEqual(ran, ['a', 'first suspect'])
  room.leaveAlone()
  await settle()
  assert.deepEqual(ran, ['a', 'first suspect', 'b', 'c'])
  room.leave()
  room.leave()
  await settle()
  assert.deepEqual(ran.at(-1), 'second suspect')
  waiting.push(enter('d'))
  room.close()
  await Promise.all(waiting)
  assert.equal(ran.length, 5, 'nothing enters a closed room')
})
