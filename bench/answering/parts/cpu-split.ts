/** Where a process spent its time, by part of the program, from a profile that Node wrote when it ended. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

const parts: readonly [part: string, url: RegExp][] = [
  ['search', /\/knowledge\//],
  ['database', /\/platform\/database\/|node:sqlite|\/kysely\//],
  ['lanes', /\/lanes\//],
  ['tokens', /\/models\//],
  ['http', /\/platform\/http\/|\/fastify\/|node:_http|node:net|node:internal\/http|\/agents\/authenticate/],
  ['schemas', /\/zod\/|\/contract\//],
  ['turns', /\/answering\/|\/conversations\/|\/handoff\/|\/delivery\//],
]
const IDLE = new Set(['(idle)', '(root)'])

/** `http 31%, search 22%, …` of what was busy in the last `windowMs`. Native code counts for whoever called it. */
export function cpuSplit(folder: string, windowMs: number): string {
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))
  if (!file) return 'no profile was written'
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile
  const partOf = new Map<number, string>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const walk = (id: number, inherited: string): void => {
    const node = byId.get(id)
    if (!node) return
    const { functionName, url } = node.callFrame
    const own =
      functionName === '(garbage collector)' ? 'garbage' : parts.find(([, like]) => like.test(url))?.[0]
    const part = own ?? inherited
    partOf.set(id, IDLE.has(functionName) ? 'idle' : part)
    for (const child of node.children ?? []) walk(child, part)
  }
  walk(nodes[0]?.id ?? 0, 'rest')
  const spent = new Map<string, number>()
  const from = timeDeltas.reduce((sum, delta) => sum + delta, 0) - windowMs * 1000
  let at = 0
  for (const [i, id] of samples.entries()) {
    at += timeDeltas[i] ?? 0
    if (at < from) continue
    const part = partOf.get(id) ?? 'rest'
    spent.set(part, (spent.get(part) ?? 0) + (timeDeltas[i] ?? 0))
  }
  const idle = spent.get('idle') ?? 0
  spent.delete('idle')
  const busy = [...spent.values()].reduce((sum, value) => sum + value, 0)
  const shares = [...spent].sort(([, a], [, b]) => b - a)
  const said = shares.map(([part, value]) => `${part} ${Math.round((100 * value) / busy)}%`)
  return `${said.join(', ')}; idle ${Math.round((100 * idle) / (busy + idle))}% of the time`
}
