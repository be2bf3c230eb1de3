/** The yardstick of an import: csv-parse alone, reading the same file from disk to its last record. */
import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'

const { file } = JSON.parse(process.argv[2] as string) as { file: string }
let records = 0
const startedAt = performance.now()
const parser = createReadStream(file).pipe(parse())
parser.on('data', () => records++)
await new Promise((resolve, reject) => parser.once('end', resolve).once('error', reject))
console.log(JSON.stringify({ ms: performance.now() - startedAt, records }))
