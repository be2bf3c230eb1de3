/** What is no stall, and how `tandem dev` comes back after one. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { COMMAND, spawnProgram } from '../harness/process.ts'
import { clientOf, eventually } from '../harness/service.ts'
import { POISON, STALL_LIMIT_MS } from './manager.ts'
import { LOOPS_IN_REQUEST } from './poison.ts'

const HEALTH = '/v1/webhook/service/health'

function environment() {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  return {
    env: { PORT: '0', TANDEM_DATA: folder, TANDEM_STALL_LIMIT_MS: String(STALL_LIMIT_MS) },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

test('a process that was stopped for longer than the limit goes on as if nothing was', async () => {
  using data = environment()
  const env = { ...data.env, HOST: '127.0.0.1' }
  await using tandem = spawnProgram(process.execPath, [COMMAND, 'serve'], env)
  const url = (await tandem.printed(/"url":"(http:[^"]+)"[^\n]*"listening"/))[1] ?? ''
  tandem.child.kill('SIGSTOP')
  // The time itself is the subject here.
  await pause(STALL_LIMIT_MS * 2)
  tandem.child.kill('SIGCONT')
  assert.equal((await clientOf(url).api('GET', HEALTH)).status, 200)
  // A stall that was counted wrongly would end it within the limit.
  await pause(STALL_LIMIT_MS * 1.5)
  assert.equal((await clientOf(url).api('GET', HEALTH)).status, 200)
  assert.doesNotMatch(tandem.stdout(), /the event loop stood still/)
  assert.deepEqual(await tandem.kill('SIGTERM'), { code: 0, signal: null })
})

test('tandem dev starts again by itself at the same address after it stood still, and says why', async () => {
  using data = environment()
  await using tandem = spawnProgram(process.execPath, [...POISON, COMMAND, 'dev', '--json'], data.env)
  const card = JSON.parse((await tandem.printed(/^\{"url".*\}$/m))[0])
  const { api } = clientOf(card.url)
  const conversation = await api('POST', '/v1/conversation', { user_id: 'u' }, card.api_key)
  const body = (text: string) => ({
    conversation_id: conversation.json.conversation_id,
    response_mode: 'blocking',
    messages: [{ role: 'user', content: text }],
  })
  await assert.rejects(api('POST', '/v2/conversation/message', body(`An ${LOOPS_IN_REQUEST}`), card.api_key))
  const health = () => api('GET', HEALTH).catch(() => ({ status: 0 }))
  await eventually('it is there again', health, ({ status }) => status === 200)
  const answer = await api('POST', '/v2/conversation/message', body('Hello'), card.api_key)
  assert.equal(answer.status, 200)
  assert.match(tandem.stdout(), /"route":"POST \/v2\/conversation\/message"/)
  assert.match(tandem.stderr(), /stood still and ended itself.*started again/)
  assert.equal(tandem.stdout().match(/^\{"url"/gm)?.length, 1, 'the card is shown once')
  assert.deepEqual(await tandem.kill('SIGTERM'), { code: 0, signal: null })
})
