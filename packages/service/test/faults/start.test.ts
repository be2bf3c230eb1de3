/** Where the service cannot start it says where that is and what to do. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { explainStart } from '../../src/platform/database/explain-start.ts'
import { DATABASE_FILE } from '../../src/platform/database/sqlite.ts'
import { runTandem } from '../harness/process.ts'

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'tandem-start-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** What the engine really throws. */
function thrownBy(work: () => void): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

function words(error: unknown, where: { dataFolder: string; databaseUrl?: string }): string {
  return (explainStart(error, { databaseUrl: undefined, ...where }) as Error).message
}

test('a data folder that is full, read-only or forbidden is named, with what can be done', () => {
  using data = folder()
  const path = join(data.path, DATABASE_FILE)
  const db = new DatabaseSync(path)
  db.exec('CREATE TABLE t (x TEXT); PRAGMA max_page_count = 1')
  const full = thrownBy(() => db.exec(`INSERT INTO t VALUES ('${'x'.repeat(100_000)}')`))
  const reading = new DatabaseSync(path, { readOnly: true })
  const readOnly = thrownBy(() => reading.exec('DELETE FROM t'))
  db.close()
  reading.close()
  const where = { dataFolder: data.path }
  assert.match(
    words(full, where),
    /^The disk of the data folder .+tandem-start-.+ is full: make room there, or /,
  )
  assert.match(words(full, where), /TANDEM_DATA/)
  assert.match(
    words(readOnly, where),
    /^The data folder .+tandem-start-.+ cannot be written to: .+TANDEM_DATA/,
  )

  const ofFile = (code: string) =>
    Object.assign(new Error(`${code}: no, open 'secret.key'`), { code, path: 'secret.key', syscall: 'open' })
  const besideServer = { dataFolder: data.path, databaseUrl: 'postgres://server/x' }
  assert.match(words(ofFile('ENOSPC'), besideServer), /^The disk of the data folder /, 'keys are kept there')
  assert.match(words(ofFile('EACCES'), where), /cannot be written to/)
  const ofServer = (code: string) => Object.assign(new Error('no'), { code })
  assert.match(words(ofServer('25006'), besideServer), /^The PostgreSQL of DATABASE_URL takes no writes/)
  assert.match(words(ofServer('53100'), besideServer), /^The disk of the PostgreSQL of DATABASE_URL is full/)
  const other = new Error('Something else.')
  assert.equal(explainStart(other, { dataFolder: data.path, databaseUrl: undefined }), other)
})

test('a data folder without a usable database ends the start with its path, for the service and for commands', async () => {
  using data = folder()
  const env = { TANDEM_DATA: data.path, HOST: '127.0.0.1', PORT: '0' }
  const file = join(data.path, DATABASE_FILE)
  mkdirSync(file)
  for (const command of [['serve'], ['agent', 'list']]) {
    const { code, stdout, stderr } = await runTandem(command, env)
    assert.equal(code, 1)
    assert.ok(`${stdout}${stderr}`.includes(`${file} cannot be opened`), stdout + stderr)
  }
  rmSync(file, { recursive: true })
  writeFileSync(file, 'This is no database at all. '.repeat(200))
  const { code, stdout, stderr } = await runTandem(['serve'], env)
  assert.equal(code, 1)
  assert.ok(`${stdout}${stderr}`.includes(`${file} is no database, or a damaged one`), stdout + stderr)
})
