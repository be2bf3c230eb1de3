/** Announcements: who receives them, and what becomes of those that do not fit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { readConfig } from '../../src/platform/config.ts'
import type { Announced } from '../../src/platform/database/announced.ts'
import { createAnnouncements } from '../../src/platform/database/announcements.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'

onEachEngine((engine) => {
  test('an announcement reaches listeners in this process at once and once, and those of other processes', async () => {
    const store = await engine.freshEnvironment()
    const open = () => openDatabase(readConfig('serve', store.env), createLog('silent'))
    const here = await open()
    const heard: string[] = []
    here.announcements.on('settings', ({ agentId }, isOwn) => heard.push(`${agentId} ${isOwn}`))
    here.announcements.notify('settings', { agentId: 'a' })
    assert.deepEqual(heard, ['a true'])
    if (engine.name === 'postgres') {
      const there = await open()
      const words: Announced<'words'>[] = []
      there.announcements.on('words', (part) => void words.push(part))
      there.announcements.on('embedded', () => there.announcements.notify('settings', { agentId: 'b' }))
      // Repeated, because nothing says when the other process has begun to listen.
      const tell = () => here.announcements.notify('embedded', { baseId: 'c' })
      await eventually('heard', tell, () => heard.includes('b false'))
      const parts = Array.from({ length: 20 }, (_, at) => ({
        turnId: 't',
        run: 'r',
        at,
        text: '语\u0000'.repeat(500),
      }))
      for (const part of parts) here.announcements.notify('words', part)
      await eventually(
        'all parts',
        () => words,
        () => words.length >= parts.length,
      )
      words.sort((one, other) => one.at - other.at)
      assert.ok(isDeepStrictEqual(words, parts), 'each arrives once and whole')
      assert.ok(!heard.includes('a false'), 'nobody hears their own twice')
      await there.close()
    }
    await here.close()
    await store.remove()
  })
})

test('an announcement of an unknown topic or shape is ignored', () => {
  let receive: (text: string) => void = () => {}
  const subscribe = (fn: typeof receive) => {
    receive = fn
  }
  const announcements = createAnnouncements({ publish() {}, subscribe })
  const heard: string[] = []
  announcements.on('settings', ({ agentId }) => heard.push(agentId))
  for (const text of [
    '',
    'settings a',
    '[]',
    '["x","other",{}]',
    '["x","settings",{"agent":"a"}]',
    '["x","constructor",1]',
  ])
    receive(text)
  assert.deepEqual(heard, [])
  receive('["x","settings",{"agentId":"a","since":1}]')
  assert.deepEqual(heard, ['a'])
})
