// The layout check: for each rule a small tree that breaks it and one that keeps it.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findingsOf } from '../../../../scripts/check-imports.ts'

const SRC = 'packages/service/src'

/** The findings of a tree, as `path:line text`. Each source gets the opening comment that every file needs. */
function check(tree: Record<string, string>): string[] {
  const commented = Object.entries(tree).map(([path, source]): [string, string] => [
    path,
    `// Job.\n${source}`,
  ])
  return findingsOf(new Map(commented)).map(({ path, line, text }) => `${path}:${line} ${text}`)
}

function refuses(tree: Record<string, string>, expected: RegExp): void {
  const found = check(tree)
  assert.equal(found.length, 1, found.join('\n') || 'no finding')
  assert.match(found[0]!, expected)
}

function accepts(tree: Record<string, string>): void {
  assert.deepEqual(check(tree), [])
}

describe('the ladder', () => {
  it('refuses an import to the right, types included', () => {
    refuses(
      { [`${SRC}/lanes/claim.ts`]: `import type { A } from '../agents/store.ts'` },
      /^packages\/service\/src\/lanes\/claim\.ts:2 lanes imports agents/,
    )
  })
  it('refuses an import to the right that is dynamic, re-exported or for effect', () => {
    for (const code of [
      `const a = await import('../admin/x.ts')`,
      `export { a } from '../admin/x.ts'`,
      `export * from '../admin/x.ts'`,
      `import '../admin/x.ts'`,
      `type A = typeof import('../admin/x.ts')`,
      `import a, { type B as C } from "../admin/x.ts"`,
    ]) {
      refuses({ [`${SRC}/lanes/claim.ts`]: code }, /lanes imports admin/)
    }
  })
  it('counts the files beside the slices as app, which no slice may import', () => {
    refuses({ [`${SRC}/admin/x.ts`]: `import { a } from '../routes.ts'` }, /admin imports app/)
  })
  it('refuses a folder that is not on it', () => {
    refuses({ [`${SRC}/misc/x.ts`]: 'export {}' }, /folder misc is not on the ladder/)
  })
  it('accepts imports of the own slice and those to the left', () => {
    accepts({
      [`${SRC}/main.ts`]: `import { a } from './admin/x.ts'`,
      [`${SRC}/admin/x.ts`]: `import { a } from './y.ts'\nimport { b } from '../platform/database/handle.ts'`,
    })
  })
  it('is not fooled by comments, strings, templates and regular expressions', () => {
    accepts({
      [`${SRC}/lanes/claim.ts`]: [
        `// import { a } from '../admin/x.ts'`,
        `/* import '../admin/x.ts' */`,
        'const a = "import \'../admin/x.ts\'"',
        `const b = \`import '../admin/x.ts' \${'\`'} import '../admin/x.ts'\``,
        "const c = /[/'\"`]import '..\\/admin'/",
        `const d = { import: '../admin/x.ts', from: 1 / 2 }`,
        `const url = new URL('../admin/x.ts', import.meta.url)`,
      ].join('\n'),
    })
  })
  it('sees the import after code that looks like the start of a string', () => {
    refuses(
      {
        [`${SRC}/lanes/claim.ts`]: `const a = b / c / \`d\${e ? \`'\${{ f: '}' }.f}\` : /\`/}\`\nawait import('../admin/x.ts')`,
      },
      /claim\.ts:3 lanes imports admin/,
    )
  })
})

describe('the packages', () => {
  it('refuses an import that a package may not make', () => {
    refuses({ 'packages/contract/src/a.ts': `import '@tandem/sdk/client'` }, /contract imports sdk/)
    refuses({ 'packages/sdk/src/a.ts': `import '@tandem/service/app'` }, /sdk imports service/)
    refuses(
      { 'packages/console/src/a.tsx': `import type { A } from '@tandem/service/app'` },
      /console imports service/,
    )
    refuses({ [`${SRC}/lanes/a.ts`]: `import '@tandem/cli/serve'` }, /service imports cli/)
  })
  it('refuses a path into another package', () => {
    refuses({ [`${SRC}/lanes/a.ts`]: `import '../../../contract/src/errors.ts'` }, /@tandem\/contract/)
  })
  it('refuses shipped code that imports tests or scripts', () => {
    refuses({ [`${SRC}/lanes/a.ts`]: `import '../../test/harness/engines.ts'` }, /shipped code imports/)
  })
  it('refuses a new package until it is declared', () => {
    refuses({ 'packages/new/src/a.ts': `import '@tandem/contract/errors'` }, /package new is new/)
  })
  it('refuses Node in the contract', () => {
    refuses(
      { 'packages/contract/src/a.ts': `import { readFileSync } from 'node:fs'` },
      /contract imports node:fs/,
    )
  })
  it('accepts what each may import, and anything in tests', () => {
    accepts({
      'packages/contract/src/a.ts': `import { z } from 'zod'\nimport './b.ts'`,
      [`${SRC}/lanes/a.ts`]: `import '@tandem/contract/errors'\nimport pkg from '../../package.json' with { type: 'json' }`,
      'packages/sdk/src/a.ts': `import '@tandem/contract/errors'`,
      'packages/console/src/a.tsx': `import '@tandem/sdk/client'\nimport './a.css'\nimport icon from './a.svg?url'`,
      'packages/cli/src/a.ts': `import '@tandem/service/app'\nimport '@tandem/sdk/client'`,
      'packages/service/test/a.test.ts': `import '@tandem/sdk/client'\nimport '../../../scripts/test-postgres.ts'`,
    })
  })
})

describe('cycles', () => {
  it('refuses a cycle, told once with its shortest round', () => {
    refuses(
      {
        [`${SRC}/lanes/a.ts`]: `import './b.ts'`,
        [`${SRC}/lanes/b.ts`]: `import './c.ts'`,
        [`${SRC}/lanes/c.ts`]: `import './a.ts'`,
      },
      /lanes\/a\.ts:2 import cycle \S+a\.ts → \S+b\.ts → \S+c\.ts → \S+a\.ts/,
    )
  })
  it('refuses a cycle of types alone', () => {
    refuses(
      {
        'scripts/a.ts': `import type { B } from './b.ts'`,
        'scripts/b.ts': `import { type A } from './a.ts'`,
      },
      /import cycle/,
    )
  })
  it('refuses a file that imports itself', () => {
    refuses({ 'scripts/a.ts': `import './a.ts'` }, /import cycle/)
  })
  it('accepts two ways to one file', () => {
    accepts({
      'scripts/a.ts': `import './b.ts'\nimport './c.ts'`,
      'scripts/b.ts': `import './d.ts'`,
      'scripts/c.ts': `import './d.ts'`,
      'scripts/d.ts': 'export {}',
    })
  })
})

describe('names, lengths, openings, endings', () => {
  it('refuses grab-bags and barrels by name', () => {
    for (const path of [
      'lanes/utils.ts',
      'lanes/date-helpers.ts',
      'lanes/helpers/a.ts',
      'lanes/types.ts',
      'lanes/index.ts',
    ]) {
      refuses({ [`${SRC}/${path}`]: 'export {}' }, /named/)
    }
  })
  it('accepts names that only sound like them', () => {
    accepts({ [`${SRC}/lanes/content-types.ts`]: '', [`${SRC}/lanes/index-pairs.ts`]: '' })
  })
  it('refuses a file over 400 lines, unless generated', () => {
    refuses({ 'scripts/a.ts': 'a()\n'.repeat(400) }, /a\.ts:401 401 lines; at most 400/)
    accepts({ 'scripts/a.ts': 'a()\n'.repeat(399), 'scripts/b.generated.ts': 'a()\n'.repeat(400) })
  })
  it('refuses a file that does not begin with a comment on its job', () => {
    for (const source of [`import './b.ts'\n// late`, '', `// biome-ignore lint: x\nimport './b.ts'`]) {
      const found = findingsOf(new Map([['scripts/a.ts', source]]))
      assert.deepEqual(
        found.map(({ text }) => text),
        ['begins with code; begin with a comment that says its job'],
      )
    }
  })
  it('accepts the comment after a shebang, in either form', () => {
    for (const source of ['#!/usr/bin/env node\n// Job.\nrun()', '/** Job. */\nrun()']) {
      assert.deepEqual(findingsOf(new Map([['scripts/a.ts', source]])), [])
    }
  })
  it('refuses relative imports without .ts', () => {
    for (const specifier of ['./b', './b.js', '.', '../deep']) {
      refuses({ 'scripts/deep/a.ts': `import '${specifier}'` }, /imports end in \.ts/)
    }
  })
})

describe('the one door out', () => {
  it('refuses clients and sockets in shipped code', () => {
    for (const module of [
      'undici',
      'axios',
      'node:https',
      'node:tls',
      'node:net',
      'node:dns/promises',
      'node:http2',
      'node:http',
      'https',
    ]) {
      refuses({ [`${SRC}/delivery/a.ts`]: `import { request } from '${module}'` }, /platform\/egress/)
    }
    refuses({ 'packages/cli/src/a.ts': `const { Agent } = await import('undici')` }, /platform\/egress/)
    refuses({ [`${SRC}/platform/http/a.ts`]: `import { connect } from 'node:net'` }, /platform\/egress/)
  })
  it('refuses the global clients', () => {
    for (const code of [
      'await fetch(url)',
      'globalThis.fetch(url)',
      'const f = globalThis.fetch',
      'new WebSocket(url)',
    ]) {
      refuses({ [`${SRC}/models/a.ts`]: code }, /a\.ts:2 call of the global/)
    }
  })
  it('accepts them in egress, the sdk, the console’s api, tests, scripts and bench', () => {
    const source = `import { request } from 'undici'\nawait fetch(url)`
    for (const path of [
      `${SRC}/platform/egress/client.ts`,
      'packages/sdk/src/client.ts',
      'packages/console/src/api.ts',
      'packages/service/test/a.test.ts',
      'scripts/a.ts',
      'bench/a.ts',
      'examples/a.ts',
    ]) {
      accepts({ [path]: source })
    }
  })
  it('accepts the HTTP server, types, and methods that happen to be called fetch', () => {
    accepts({
      [`${SRC}/platform/http/server.ts`]: `import { createServer } from 'node:http'`,
      [`${SRC}/delivery/a.ts`]: `import type { Socket } from 'node:net'\nimport { type A, type B } from 'undici'\negress.fetch(url)`,
    })
  })
})

describe('SQL', () => {
  it('is refused outside the stores', () => {
    for (const code of [
      `db.selectFrom('a')`,
      `db\n.insertInto('a')`,
      `trx.updateTable('a')`,
      `db.deleteFrom('a')`,
      'sql`select 1`',
      `sql<{ n: Array<number> }>\`select \${1}\``,
      `sql.raw('x')`,
    ]) {
      refuses({ [`${SRC}/knowledge/search.ts`]: code }, /SQL .*store\.ts/)
    }
  })
  it('is accepted in the stores, the platform and the lanes', () => {
    const source = "db.selectFrom('a')\nsql`select 1`"
    for (const path of [
      'knowledge/store.ts',
      'knowledge/pair-store.ts',
      'platform/database/migrate.ts',
      'lanes/claim.ts',
    ]) {
      accepts({ [`${SRC}/${path}`]: source })
    }
  })
  it('is not seen in strings or in a variable called sql', () => {
    accepts({
      [`${SRC}/knowledge/search.ts`]: `const sql = "db.selectFrom('a')"\nlog(sql, sql.length < 3, \`a\`)`,
    })
  })
})
