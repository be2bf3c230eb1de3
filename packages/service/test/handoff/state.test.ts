/** The state machine by itself: what the table promises holds for every path through it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { handoffDiagram, withGeneratedPart } from '../../../../scripts/handoff-diagram.ts'
import {
  endReasons,
  type HandoffEvent,
  type HandoffState,
  handoffEvents,
  handoffStates,
  step,
  transitions,
} from '../../src/handoff/state.ts'

const events = Object.keys(handoffEvents) as HandoffEvent[]
const start: HandoffState = { name: 'AI', heard: false }

test('while a handoff is open every event is known, and only a second request is refused', () => {
  for (const name of handoffStates) {
    for (const event of events) {
      const next = step({ name, heard: true }, event)
      const isRefused = next === undefined
      if (name === 'AI') assert.equal(isRefused, event !== 'request')
      else assert.equal(isRefused, event === 'request', `${name} ${event}`)
    }
  }
})

test('the floor moves exactly when a handoff begins or ends, and every end says how', () => {
  for (const row of transitions) {
    const moves = row.effects.filter(({ kind }) => kind === 'floor')
    const isBegin = row.from === 'AI'
    const isEnd = row.from !== 'AI' && row.to === 'AI'
    assert.equal(moves.length, isBegin || isEnd ? 1 : 0)
    assert.equal(row.end !== undefined, isEnd)
    if (isEnd) assert.ok(row.effects.some(({ kind }) => kind === 'notice'))
  }
  assert.deepEqual(new Set(transitions.flatMap(({ end }) => end ?? [])), new Set(endReasons))
})

test('on every path the desk is told of the end once: not when it closed itself, not when it never heard of the handoff', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), fc.boolean(), (path, isSent) => {
      let state = start
      let told = 0
      let opened = 0
      for (const event of path) {
        const heard = state.heard || (state.name !== 'AI' && isSent)
        const next = step({ ...state, heard }, event)
        if (!next) continue
        if (event === 'request') {
          opened++
          told = 0
        }
        const closes = next.effects.filter(({ kind }) => kind === 'close')
        told += closes.length
        if (next.end !== undefined) {
          assert.ok(told <= 1)
          assert.equal(told === 1, next.state.heard && next.end !== 'HUMAN_CLOSED')
          state = start
        } else {
          assert.equal(told, 0, 'never before the end')
          state = next.state
        }
      }
      assert.ok(opened >= 0)
    }),
    { numRuns: 2000 },
  )
})

test('only USER_CLOSED and TIMEOUT go to the desk', () => {
  const types = transitions.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.kind === 'close' ? [effect.type] : [])),
  )
  assert.deepEqual(new Set(types), new Set(['USER_CLOSED', 'TIMEOUT']))
  for (const { end, effects } of transitions) {
    const close = effects.find((effect) => effect.kind === 'close')
    if (close?.kind === 'close') assert.equal(close.type, end === 'USER_CLOSED' ? 'USER_CLOSED' : 'TIMEOUT')
  }
})

test('the diagram in docs/handoff.md is the one drawn from the table', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/handoff.md'), 'utf8')
  assert.equal(withGeneratedPart(page), page)
  assert.ok(page.includes(handoffDiagram()))
})
