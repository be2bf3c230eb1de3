/** News of a long list cost one page, and the list stays what the service would answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeFirstPage, pagesWith, renewRows, withoutRepeats } from '../src/list-merge.ts'

const PAGE = 3
const keyOf = (row: string) => row.split(':')[0] ?? row

/** The pages of a list as the service answers them, so many of them as were read. */
function read(rows: readonly string[], count: number) {
  const pages = Array.from({ length: count }, (_, n) => ({
    items: rows.slice(n * PAGE, (n + 1) * PAGE),
    next_cursor: (n + 1) * PAGE < rows.length ? String((n + 1) * PAGE) : null,
  }))
  return { pages, pageParams: pages.map((_, n) => (n === 0 ? undefined : String(n * PAGE))) }
}

const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
/** What is shown after the service's list became `now`: only its first page is read. */
function shown(now: readonly string[], count = 3) {
  const [head] = read(now, 1).pages
  if (!head) throw new Error('no page')
  const merged = mergeFirstPage(read(before, count), head, keyOf)
  return { rows: merged.pages.flatMap(({ items }) => items), merged }
}

test('rows that came, changed, went or rose to the top show, and the rest of what was read stays', () => {
  assert.deepEqual(shown(['new', ...before]).rows, ['new', ...before.slice(0, 9)])
  assert.deepEqual(shown(['a', 'b:2', ...before.slice(2)]).rows, ['a', 'b:2', ...before.slice(2, 9)])
  assert.deepEqual(shown(['a', 'c', 'd', ...before.slice(4)]).rows, ['a', ...before.slice(2, 9)])
  const risen = ['g:2', ...before.filter((row) => row !== 'g')]
  assert.deepEqual(shown(risen).rows, risen.slice(0, 9))
})

test('what follows is read from where reading had stopped', () => {
  const { merged } = shown(['new', ...before])
  assert.equal(merged.pages.at(-1)?.next_cursor, '9')
  assert.deepEqual(merged.pageParams, [undefined, '3', '6'])
})

test('a first page that does not meet what was read takes the place of all', () => {
  assert.deepEqual(shown(['x', 'y', 'z', 'w', ...before]).rows, ['x', 'y', 'z'])
  // Otherwise everything between would be missing.
  assert.deepEqual(shown(['x', 'y', 'i', ...before]).rows, ['x', 'y', 'i'])
})

test('a list that was read to its first page, or is no longer than that, becomes that page', () => {
  assert.deepEqual(shown(['new', ...before], 1).rows, ['new', 'a', 'b'])
  assert.deepEqual(shown(['c']).rows, ['c'])
  assert.deepEqual(shown([]).rows, [])
})

test('a row that slipped onto the next page while the list grew is shown once', () => {
  assert.deepEqual(withoutRepeats(['a', 'b', 'b:2', 'c'], keyOf), ['a', 'b:2', 'c'])
})

test('a row that changed far down is renewed in its place, by the page it came with alone', () => {
  const list = read(before, 4)
  assert.deepEqual(pagesWith(list, new Set(['h', 'z']), keyOf), [2])
  const fresh = ['g', 'h:2', 'x']
  const renewed = renewRows(list, fresh, keyOf)
  assert.deepEqual(
    renewed.pages.flatMap(({ items }) => items),
    before.map((row) => (row === 'h' ? 'h:2' : row)),
  )
  assert.equal(renewed.pages[1], list.pages[1], 'others are not drawn again')
})
