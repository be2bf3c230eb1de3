/** A reader of the log that goes away or stands still costs nobody anything but the log. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

const LOG = new URL('../../src/platform/log.ts', import.meta.url).href

/** A program with a log of its own; it says on stderr how far it is. */
function program(body: string) {
  const code = `const { createLog } = await import('${LOG}'); const log = createLog('info'); ${body}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  return { child, ended }
}

test('a process whose log nobody reads any more ends when it is told to', async () => {
  const { child, ended } = program(`
    process.stdin.once('data', () => { log.info('told to stop'); log.info('the last line'); process.exit(3) })
    process.stderr.write('ready')`)
  await once(child.stderr, 'data')
  child.stdout.destroy()
  child.stdin.write('now')
  assert.deepEqual(await ended, [3, null])
})

test('a process goes on without its log when the reader is gone', async () => {
  const { child, ended } = program(`
    process.stdin.on('data', () => { log.info('a line'); setImmediate(() => process.stderr.write('logged')) })
    process.stdin.on('end', () => process.stderr.write('end'))
    process.stderr.write('ready')`)
  await once(child.stderr, 'data')
  child.stdout.destroy()
  for (let i = 0; i < 3; i++) {
    child.stdin.write('now')
    assert.equal(String((await once(child.stderr, 'data'))[0]), 'logged')
  }
  child.stdin.end()
  assert.deepEqual(await ended, [0, null])
})

test('a reader that stands still holds up nobody, and what waits for it is limited; then it gets every line in order', async () => {
  const { child, ended } = program(`
    const text = 'x'.repeat(100_000)
    for (let n = 0; n < 200; n++) { log.info({ n, text }, 'a line'); await new Promise(setImmediate) }
    process.stderr.write('logged')`)
  await once(child.stderr, 'data')
  let read = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    read += part
  })
  assert.deepEqual(await ended, [0, null])
  const numbers = read
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).n as number)
  assert.ok(
    numbers.length > 70 && numbers.length < 100,
    `${numbers.length} of 200 lines of 100,000 characters`,
  )
  assert.deepEqual(
    numbers,
    numbers.map((_, i) => i),
  )
})
