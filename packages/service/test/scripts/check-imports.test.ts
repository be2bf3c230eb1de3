/** The layout check: each rule finds a planted violation, and a tree that keeps the rules has no finding. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf } from '../../../../scripts/check-imports.ts'

const SRC = 'packages/service/src'
const PACKAGES = {
  'packages/service/package.json': '{"exports":{"./main":"./src/main.ts"}}',
  'packages/search/package.json': '{"exports":{"./rank":"./src/rank.ts"}}',
}

/** The findings of a tree as text. Each source gets the opening comment that every file needs. */
function findings(tree: Record<string, string>): string[] {
  const sources = Object.entries(tree).map(([path, source]): [string, string] => [path, `// Job.\n${source}`])
  return findingsOf(new Map([...Object.entries(PACKAGES), ...sources])).map(
    ({ path, line, text }) => `${path}:${line} ${text}`,
  )
}

const VIOLATIONS: [string, string, string, RegExp][] = [
  [
    'a module of Node in the SDK',
    'packages/sdk/src/a.ts',
    `import { join } from 'node:path'`,
    /sdk imports node:path; it has no dependencies/,
  ],
  [
    'a package of ours in the SDK, if only its types',
    'packages/sdk/src/a.ts',
    `import type { Rank } from '@tandem/search/rank'`,
    /sdk imports search; it may import no package of ours/,
  ],
  [
    'a request of the console’s own',
    'packages/console/src/a.tsx',
    `const answer = window.fetch('/admin/v1/agents')`,
    /call of the global fetch\(…\); the console talks to the service through @tandem\/sdk/,
  ],
  [
    'a stream of the console’s own',
    'packages/console/src/a.ts',
    `const events = new EventSource('/admin/v1/events')`,
    /call of the global new EventSource\(/,
  ],
  [
    'the service in the console, if only its types',
    'packages/console/src/a.ts',
    `import type { Main } from '@tandem/service/main'`,
    /console imports service; it may import sdk/,
  ],
  [
    'an import to the right',
    `${SRC}/lanes/a.ts`,
    `import { b } from '../agents/b.ts'`,
    /:2 lanes imports agents/,
  ],
  [
    'a type from the right',
    `${SRC}/lanes/a.ts`,
    `import type { B } from '../agents/b.ts'`,
    /lanes imports agents/,
  ],
  [
    'an import over several lines',
    `${SRC}/lanes/a.ts`,
    `import {\n  type A,\n  b,\n} from '../agents/b.ts'`,
    /lanes imports agents/,
  ],
  [
    'a re-export from the right',
    `${SRC}/lanes/a.ts`,
    `export * from '../agents/b.ts'`,
    /lanes imports agents/,
  ],
  ['an import for its effect', `${SRC}/lanes/a.ts`, `import '../agents/b.ts'`, /lanes imports agents/],
  [
    'a dynamic import',
    `${SRC}/lanes/a.ts`,
    `const b = await import('../agents/b.ts')`,
    /lanes imports agents/,
  ],
  [
    'an import of the wiring',
    `${SRC}/monitoring/a.ts`,
    `import { b } from '../routes.ts'`,
    /monitoring imports app/,
  ],
  ['a folder beside the ladder', `${SRC}/misc/a.ts`, '', /folder misc is not on the ladder/],
  [
    'a package that may not be',
    'packages/search/src/a.ts',
    `import '@tandem/service/main'`,
    /search imports service/,
  ],
  ['a name that is not exported', 'bench/a.ts', `import '@tandem/search/other'`, /not among the exports/],
  [
    'a relative way into a package',
    'bench/a.ts',
    `import '../packages/search/src/b.ts'`,
    /name it as @tandem\/search/,
  ],
  ['a test in shipped code', `${SRC}/lanes/a.ts`, `import '../../test/b.ts'`, /shipped code imports/],
  [
    'a thread in a pure package',
    'packages/search/src/a.ts',
    `import 'node:worker_threads'`,
    /search imports node:worker_threads; it is pure/,
  ],
  ['a missing ending', `${SRC}/lanes/a.ts`, `import './b'`, /imports end in \.ts/],
  ['SQL by the builder', `${SRC}/agents/a.ts`, `tx.q.selectFrom('agents')`, /:2 SQL/],
  ['SQL as text', `${SRC}/agents/a.ts`, 'sql<{ n: number }>`SELECT 1`', /:2 SQL/],
  [
    'an HTTP client',
    `${SRC}/models/a.ts`,
    `import { request } from 'undici'`,
    /import of undici; every outgoing/,
  ],
  [
    'a socket',
    `${SRC}/models/a.ts`,
    `import { connect } from 'node:net'`,
    /import of node:net; every outgoing/,
  ],
  ['the global fetch', `${SRC}/models/a.ts`, 'const a = await fetch(url)', /global fetch/],
  ['a long file', `${SRC}/lanes/a.ts`, 'a\n'.repeat(400), /401 lines; at most 400/],
  ['a grab bag', `${SRC}/lanes/lane-utils.ts`, '', /named lane-utils/],
  ['types apart', `${SRC}/lanes/types.ts`, '', /named types/],
]

for (const [what, path, source, expected] of VIOLATIONS)
  test(`the check of the layout finds ${what}`, () => {
    const found = findings({ [path]: source })
    assert.equal(found.length, 1, found.join('\n') || 'no finding')
    assert.match(found[0] ?? '', expected)
  })

test('the check of the layout finds a cycle, types included, and names its files', () => {
  const found = findings({
    [`${SRC}/lanes/a.ts`]: `import { b } from './b.ts'`,
    [`${SRC}/lanes/b.ts`]: `import type { C } from './c.ts'`,
    [`${SRC}/lanes/c.ts`]: `import { a } from './a.ts'`,
  })
  assert.equal(found.length, 1)
  assert.match(found[0] ?? '', /import cycle .*a\.ts → .*b\.ts → .*c\.ts → .*a\.ts$/)
})

test('the check of the layout finds a file without its opening comment', () => {
  const [found] = findingsOf(new Map([[`${SRC}/lanes/a.ts`, 'export {}\n']]))
  assert.match(found?.text ?? '', /begins with code/)
})

test('a tree that keeps the layout has no finding', () => {
  const found = findings({
    [`${SRC}/main.ts`]: `import { a } from './monitoring/a.ts'`,
    [`${SRC}/monitoring/a.ts`]: `import { b } from './b.ts'\nimport { c } from '../platform/c.ts'\nimport '@tandem/search/rank'`,
    [`${SRC}/agents/agent-store.ts`]: `tx.q.selectFrom('agents')`,
    [`${SRC}/agents/a.ts`]: `// tx.q.selectFrom('agents') and fetch(url)\nconst a = lanes.fetch(b)`,
    [`${SRC}/platform/egress/a.ts`]: `import { request } from 'undici'`,
    [`${SRC}/platform/http/a.ts`]: `import { createServer } from 'node:http'`,
    [`${SRC}/models/a.ts`]: `import type { Socket } from 'node:net'`,
    'packages/service/test/a.test.ts': `import { a } from '../src/monitoring/a.ts'\nawait fetch(url)`,
    'packages/search/src/rank.ts': `import { a } from './a.ts'\nimport { inflateSync } from 'node:zlib'`,
  })
  assert.deepEqual(found, [])
})
