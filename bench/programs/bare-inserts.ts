/**
 * The yardstick of a replacement: the same rows into the same table of the same engine, one prepared insert in a bare loop,
 * one transaction. What is timed is BEGIN to COMMIT, durable.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ground } from '@tandem/service/platform/database/migrations/001-ground'
import { samplePairs } from '../sample-data.ts'

const { folder, pairs, seed } = JSON.parse(process.argv[2] as string) as {
  folder: string
  pairs: number
  seed: number
}
const rows = samplePairs(pairs, seed).map(
  ({ question, answer }, i) => ['019aa000-0000-7000-8000-000000000000', i, question, answer, null] as const,
)
const db = new DatabaseSync(join(folder, 'bare.db'))
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000;')
for (const statement of ground) if (statement.startsWith('CREATE TABLE pairs')) db.exec(statement)
const insert = db.prepare(
  'INSERT INTO pairs (revision_id, ordinal, question, answer, keywords) VALUES (?, ?, ?, ?, ?)',
)

const startedAt = performance.now()
db.exec('BEGIN IMMEDIATE')
for (const row of rows) insert.run(...row)
db.exec('COMMIT')
const ms = performance.now() - startedAt
db.close()
console.log(JSON.stringify({ ms }))
