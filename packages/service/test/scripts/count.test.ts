// The runner's counting: leaves only, each under its engine, and no failure that goes uncounted.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  addCounts,
  type Count,
  countFile,
  emptyCount,
  type TestEvent,
} from '../../../../scripts/test/count.ts'
import { closingLines } from '../../../../scripts/test/report.ts'

const FILE = '/tree/a.test.ts'
const SUMMARY: TestEvent = { type: 'test:summary', data: { file: FILE } }

type Data = TestEvent['data']

function start(nesting: number, name: string): TestEvent {
  return { type: 'test:start', data: { name, nesting, file: FILE } }
}

function pass(nesting: number, name: string, more: Data = {}): TestEvent {
  return { type: 'test:pass', data: { name, nesting, file: FILE, details: { type: 'test' }, ...more } }
}

function fail(nesting: number, name: string, failureType: string, type = 'test', more: Data = {}): TestEvent {
  const error = Object.assign(new Error(failureType), { failureType })
  return { type: 'test:fail', data: { name, nesting, file: FILE, details: { type, error }, ...more } }
}

const suite = { details: { type: 'suite' } }

function numbers({ passed, failed, skipped }: Count): number[] {
  return [passed, failed, skipped]
}

describe('counting', () => {
  it('counts a test under the engine among its ancestors, at any depth', () => {
    const count = countFile(FILE, [
      start(0, 'lanes'),
      start(1, '[sqlite]'),
      start(2, 'a'),
      pass(2, 'a'),
      pass(1, '[sqlite]', suite),
      start(1, '[postgres]'),
      start(2, 'deeper'),
      start(3, 'a'),
      pass(3, 'a'),
      start(3, 'b'),
      fail(3, 'b', 'testCodeFailure'),
      fail(2, 'deeper', 'subtestsFailed', 'suite'),
      fail(1, '[postgres]', 'subtestsFailed', 'suite'),
      fail(0, 'lanes', 'subtestsFailed', 'suite'),
      start(0, 'no engine [sqlite] in its name counts'),
      pass(0, 'no engine [sqlite] in its name counts'),
      SUMMARY,
    ])
    assert.deepEqual(numbers(count), [3, 1, 0])
    assert.deepEqual(count.ranOn, { sqlite: 1, postgres: 2, none: 1 })
    assert.deepEqual(
      count.failures.map(({ name }) => name),
      ['lanes › [postgres] › deeper › b'],
    )
  })

  it('counts subtests, not the test that holds them', () => {
    const events = [
      start(0, 'a'),
      start(1, 'b'),
      pass(1, 'b'),
      pass(0, 'a'),
      start(0, 'c'),
      pass(0, 'c'),
      SUMMARY,
    ]
    assert.deepEqual(numbers(countFile(FILE, events)), [2, 0, 0])
  })

  it('counts the failure of a hook, and of code after the last subtest', () => {
    const hook = [
      start(0, 's'),
      start(1, 'a'),
      fail(1, 'a', 'cancelledByParent'),
      fail(0, 's', 'hookFailed', 'suite'),
    ]
    assert.deepEqual(numbers(countFile(FILE, [...hook, SUMMARY])), [0, 2, 0])
    const after = [start(0, 'a'), start(1, 'b'), pass(1, 'b'), fail(0, 'a', 'testCodeFailure'), SUMMARY]
    assert.deepEqual(numbers(countFile(FILE, after)), [1, 1, 0])
  })

  it('counts skipped and todo tests as skipped, on no engine', () => {
    const count = countFile(FILE, [
      start(0, '[sqlite]'),
      pass(1, 'a', { skip: true }),
      pass(1, 'b', { skip: 'a reason' }),
      pass(1, 'c', { todo: true }),
      fail(1, 'd', 'testCodeFailure', 'test', { todo: true }),
      pass(0, '[sqlite]', suite),
      SUMMARY,
    ])
    assert.deepEqual(numbers(count), [0, 0, 4])
    assert.deepEqual(count.skipReasons, ['a reason'])
    assert.deepEqual(count.ranOn, { sqlite: 0, postgres: 0, none: 0 })
  })

  it('counts a file that cannot be loaded or is killed as one failure', () => {
    const events = [start(0, FILE), fail(0, FILE, 'testCodeFailure')]
    assert.deepEqual(numbers(countFile(FILE, events)), [0, 1, 0])
  })

  it('counts a file without tests, or one that exits half way, as a failure and never as a pass', () => {
    assert.deepEqual(numbers(countFile(FILE, [start(0, FILE), pass(0, FILE)])), [0, 1, 0])
    assert.deepEqual(numbers(countFile(FILE, [start(0, 'a'), pass(0, 'a')])), [1, 1, 0])
    assert.deepEqual(numbers(countFile(FILE, [start(0, FILE), pass(0, FILE)], true)), [0, 0, 0])
  })
})

describe('the closing lines', () => {
  const some: Count = { ...emptyCount(), passed: 3, ranOn: { sqlite: 1, postgres: 1, none: 1 } }

  it('end with the count, skipped ones named only when there are any', () => {
    assert.equal(closingLines(some, [], 1200).split('\n').at(-1), '3 passed, 0 failed')
    const withSkipped = addCounts(some, { ...emptyCount(), failed: 1, skipped: 2 })
    assert.equal(closingLines(withSkipped, [], 1200).split('\n').at(-1), '3 passed, 1 failed, 2 skipped')
  })

  it('say how many ran on which engine', () => {
    assert.match(
      closingLines(some, [], 1200),
      /^1 on sqlite, 1 on postgres, 1 without an engine, in 1\.2 s$/m,
    )
  })

  it('count what is wrong with the run as a whole as failed', () => {
    const lines = closingLines(some, ['no test ran on postgres'], 1200).split('\n')
    assert.deepEqual(lines.slice(-2), ['FAIL no test ran on postgres', '3 passed, 1 failed'])
  })
})
