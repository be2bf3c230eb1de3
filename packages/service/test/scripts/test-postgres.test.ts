// The private PostgreSQL of the tests: it survives a restart on its port, and is gone when its owner is.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import pg from 'pg'
import { startPostgres } from '../../../../scripts/test-postgres.ts'

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return Object.values((await client.query(text)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

describe('the private PostgreSQL', () => {
  it('keeps its address and its data over a restart, and leaves nothing behind', async () => {
    const server = await startPostgres()
    try {
      await ask(server.url, 'create table kept as select 7 as n')
      await server.restart('immediate')
      assert.equal(await ask(server.url, 'select n from kept'), 7)
      await server.restart()
      assert.equal(await ask(server.url, 'select n from kept'), 7)
      assert.equal(await ask(server.url, 'show synchronous_commit'), 'on')
    } finally {
      await server.stop()
    }
    assert.equal(existsSync(server.dataFolder), false)
    await assert.rejects(ask(server.url, 'select 1'), /ECONNREFUSED/)
  })

  it('is gone when the process that started it is killed', async () => {
    const script = join(import.meta.dirname, '../../../../scripts/test-postgres.ts')
    const code = `
      import { startPostgres } from ${JSON.stringify(script)}
      console.log(JSON.stringify(await startPostgres()))
      setInterval(() => {}, 1000)`
    const owner = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = await once(owner.stdout, 'data')
    const { url, dataFolder } = JSON.parse(String(said)) as { url: string; dataFolder: string }
    assert.equal(await ask(url, 'select 1'), 1)
    const gone = untilGone(dirname(dataFolder))
    owner.kill('SIGKILL')
    await gone
    await assert.rejects(ask(url, 'select 1'), /ECONNREFUSED/)
  })
})

function untilGone(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(dirname(folder), () => {
      if (existsSync(folder)) return
      watcher.close()
      resolve()
    })
  })
}
