/**
 * Runs the benches: all groups, or those named. Each figure is printed with its floor and PASS or MISS; `--json` prints one JSON
 * object. A miss does not fail the command; a bench that breaks does. A bench without its data is listed as not measured.
 *   node bench/run.ts [group | group/bench ...] [--json]
 */
import { globSync, rmSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, type Figure, type Finding, NotMeasured } from './measure.ts'
import { DATA_FOLDER } from './processes.ts'

interface Row extends Figure {
  readonly group: string
  readonly details?: Finding['details']
}

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})
process.exit(await main())

async function main(): Promise<number> {
  const files = globSync('*/*.ts', { cwd: import.meta.dirname, exclude: ['programs/**'] }).sort()
  const benches = files.map((file) => ({ file, group: dirname(file), id: file.slice(0, -'.ts'.length) }))
  const names = new Set(benches.flatMap(({ group, id }) => [group, id]))
  const unknown = wanted.filter((name) => !names.has(name))
  if (unknown.length > 0) {
    console.error(`Bench: found ${unknown.join(', ')}, needed one of: ${[...names].join(', ')}.`)
    return 2
  }
  const rows: Row[] = []
  const broken: { bench: string; error: string }[] = []
  const notMeasured: { bench: string; reason: string }[] = []
  for (const { file, group, id } of benches) {
    if (wanted.length > 0 && !wanted.includes(group) && !wanted.includes(id)) continue
    try {
      const { bench } = (await import(join(import.meta.dirname, file))) as { bench: Bench }
      say(`${group}: ${bench.name} …`)
      const { also = [], ...finding } = await bench.run()
      const found: Row[] = [{ group, name: bench.name, target: bench.target, ...finding }]
      found.push(...also.map((figure) => ({ group, ...figure })))
      rows.push(...found)
      for (const row of found) for (const line of linesOf(row)) say(line)
    } catch (error) {
      if (error instanceof NotMeasured) {
        notMeasured.push({ bench: id, reason: error.message })
        continue
      }
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      broken.push({ bench: id, error: text })
      say(`  BROKEN  ${text}`)
    } finally {
      rmSync(DATA_FOLDER, { recursive: true, force: true })
    }
  }
  if (flags.json) console.log(JSON.stringify({ machine: machine(), figures: rows, notMeasured, broken }))
  else console.log(`\n${table(rows)}`)
  for (const { bench, reason } of notMeasured) say(`NOT MEASURED  ${bench}: ${reason}`)
  return broken.length > 0 ? 1 : 0
}

function say(line: string): void {
  if (!flags.json) console.log(line)
}

function linesOf({ details = {} }: Row): string[] {
  return Object.entries(details).map(([name, value]) => `  ${name}: ${value}`)
}

function table(rows: readonly Row[]): string {
  const cells = [
    ['', 'figure', 'floor', 'measured'],
    ...rows.map(({ group, name, target = '', value, unit, met }) => [
      met === undefined ? '' : met ? 'PASS' : 'MISS',
      `${group}: ${name}`,
      target,
      `${value} ${unit}`,
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function machine(): Record<string, string | number> {
  return {
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
  }
}
