/** What visitors load stays small: the loader on every page of a site, the chat page when it is opened. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const DIST = join(import.meta.dirname, '../dist')
const packed = (path: string) => gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length

test('the loader has at most 3 KB, the page with all it loads at most 20 KB', () => {
  const assets = readdirSync(join(DIST, 'assets')).filter((name) => /\.(js|css)$/.test(name))
  const [loader, ...others] = assets.filter((name) => name.startsWith('widget-'))
  assert.ok(loader && others.length === 0, 'one loader is built')
  const loaderBytes = packed(`assets/${loader}`)
  assert.ok(loaderBytes <= 3 * 1024, `the loader has ${loaderBytes} bytes`)
  const page = ['chat.html', ...assets.filter((name) => name !== loader).map((name) => `assets/${name}`)]
  const pageBytes = page.reduce((sum, name) => sum + packed(name), 0)
  assert.ok(pageBytes <= 20 * 1024, `the page has ${pageBytes} bytes`)
})
