/** The built console is handed out compressed, for good where names are hashed, and never from outside its folder. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { builtPageHandlers } from '../../src/platform/http/built-files.ts'
import type { Call } from '../../src/platform/http/route.ts'

describe('the files of the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-console-'))
  after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets/index-Ab3_.js'), 'plain')
  writeFileSync(join(folder, 'assets/index-Ab3_.js.br'), 'brotli')
  writeFileSync(join(folder, 'assets/index-Ab3_.js.gz'), 'gzip')
  const { page, asset } = builtPageHandlers(folder)
  const get = (name: string, accepted?: string) =>
    asset({ params: { name }, headers: accepted ? { 'accept-encoding': accepted } : {} } as unknown as Call)

  test('a browser gets the smallest form it takes, to be kept for a year', async () => {
    for (const [accepted, text, encoding] of [
      ['gzip, deflate, br, zstd', 'brotli', 'br'],
      ['gzip, deflate', 'gzip', 'gzip'],
      [undefined, 'plain', undefined],
    ] as const) {
      const { bytes, headers, contentType } = await get('index-Ab3_.js', accepted)
      assert.equal(bytes?.toString(), text)
      assert.equal(headers?.['content-encoding'], encoding)
      assert.equal(headers?.vary, 'accept-encoding')
      assert.equal(headers?.['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(contentType, 'text/javascript; charset=utf-8')
    }
  })

  test('a file is read once, and shared by all responses', async () => {
    writeFileSync(join(folder, 'assets/once-Cd4_.css'), 'body {}')
    const first = await get('once-Cd4_.css')
    rmSync(join(folder, 'assets/once-Cd4_.css'))
    assert.equal((await get('once-Cd4_.css')).bytes, first.bytes)
  })

  test('what is no file of the build is not found', async () => {
    for (const name of [
      'index-Zz9.js',
      '../index.html',
      'index-Ab3_.js.br',
      '..%2findex.html',
      'a'.repeat(200),
    ])
      await assert.rejects(get(name), /no such file/)
  })

  test('the page is never kept, and may run only scripts of the service', async () => {
    const { status, headers } = await page()
    assert.equal(status, 200)
    assert.equal(headers?.['cache-control'], 'no-store')
    assert.match(
      headers?.['content-security-policy'] ?? '',
      /script-src 'self';.*require-trusted-types-for 'script'/,
    )
  })

  test('without a build the page says how to make one', async () => {
    const { status, text } = await builtPageHandlers(join(folder, 'nowhere')).page()
    assert.equal(status, 503)
    assert.match(text ?? '', /npm install/)
  })
})
