/** What the command prints on a terminal: what others wrote is shown, and does nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@tandem/service/platform/clock'
import { readConfig } from '@tandem/service/platform/config'
import { createServer } from '@tandem/service/platform/http/server'
import { createLog } from '@tandem/service/platform/log'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { readableLog } from '../src/readable-log.ts'
import { callTandem } from './call-tandem.ts'

test('the address of a request can neither write another line nor command the terminal', async (t) => {
  const lines: string[] = []
  const guard = async () => undefined
  const server = createServer({
    routes: [],
    guards: { apiKey: guard, admin: guard, metrics: guard },
    clock: systemClock,
    limits: readConfig('serve', {}),
    log: createLog(
      'info',
      readableLog((line) => void lines.push(line)),
    ),
  })
  t.after(() => server.drain(0))
  const url = await server.listen('127.0.0.1', 0)
  await fetch(`${url}/files/x/%0a12:00:00%20GET%20/forged%1b]0;title%07%C2%9b31m`)
  const told = lines.filter((line) => line.includes('/files/'))
  assert.equal(told.length, 1)
  assert.match(
    told[0] ?? '',
    /^[\d:]+ {2}GET \/files\/…\/\\x0a12:00:00 GET \/forged\\x1b]0;title\\x07\\x9b31m → 404 .*\n$/,
  )
})

onSqlite((engine) => {
  test('the name of an agent can neither write another line nor command the terminal', async () => {
    await using store = await engine.freshEnvironment()
    await callTandem(['agent', 'create', 'Shop\x1b]0;title\x07\nforged'], store.env)
    const { stdout } = await callTandem(['agent', 'list'], store.env)
    assert.match(stdout, /^\S+ {2}\S+ {2}Shop\\x1b\]0;title\\x07\\x0aforged\n$/)
  })
})
