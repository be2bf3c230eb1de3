import { openSqlite } from './src/platform/database/sqlite.ts'
import { openPostgres } from './src/platform/database/postgres.ts'
import { migrate } from './src/platform/database/migrate.ts'
import { systemClock } from './src/platform/clock.ts'
import { createLog } from './src/platform/log.ts'
import { appendItem } from './src/lanes/store.ts'
import { sqliteLanes } from './src/lanes/store-sqlite.ts'
import { postgresLanes } from './src/lanes/store-postgres.ts'
import { openLease } from './src/lanes/lease.ts'
import { startWorker } from './src/lanes/worker.ts'
import { createEgress } from './src/platform/egress/client.ts'
import { parseAllowList } from './src/platform/egress/address-rules.ts'
import { rmSync } from 'node:fs'
import { spawn } from 'node:child_process'
const engineName = process.argv[2], N = Number(process.argv[3] ?? 30000), C = Number(process.argv[4] ?? 500), real = process.argv[5] === 'real'
const log = createLog('warn')
rmSync('/tmp/exp/db', { recursive: true, force: true })
let db
if (engineName === 'sqlite') db = openSqlite('/tmp/exp/db')
else { db = openPostgres({ url: process.env.PGURL, connections: 16 }); const {sql}=await import('kysely'); await sql`drop schema public cascade`.execute(db.q); await sql`create schema public`.execute(db.q) }
await migrate(db, Date.now())
const body = JSON.stringify({ user_id: 'u', anonymous_id: 'a', conversation_id: 'c'.repeat(36), message_id: 'm'.repeat(36), create_time: Date.now(), output: [{ from_component_branch: 'x', from_component_name: 'knowledge', content: { text: 'hello '.repeat(40), audio: [] } }], usage: { tokens: { total_tokens: 1, prompt_tokens: 1, completion_tokens: 1, prompt_tokens_details: { audio_tokens: 0, text_tokens: 1 }, completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, text_tokens: 1 } }, credits: { total_credits: 0, text_input_credits: 0, text_output_credits: 0, audio_input_credits: 0, audio_output_credits: 0 } } })
let t = performance.now()
async function enq(){ t = performance.now(); for (let i = 0; i < N; i += 500) await db.transaction(async (tx) => { for (let j = i; j < i + 500; j++) await appendItem(tx, { lane: `message:ep:${j % C}`, kind: 'm', gate: 'ep', tenant: 't1', subject: `${j % C}`, body }, Date.now()) })
console.log('enqueue/s', Math.round(N / (performance.now() - t) * 1000)) }
const egress = createEgress({ allow: parseAllowList('private') })
const child = real ? spawn(process.execPath, ['-e', `require('http').createServer((q,s)=>{q.resume();q.on('end',()=>{s.setHeader('content-type','application/json');s.end('{"code":200,"msg":"success"}')})}).listen(0,'127.0.0.1',function(){process.stdout.write(String(this.address().port))})`], { stdio: ['ignore', 'pipe', 'inherit'] }) : undefined
const port = child ? await new Promise((r) => child.stdout.once('data', (d) => r(String(d)))) : 0
if (real) { // bare
  const { Pool } = await import('undici'); const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 });
  for (let round = 0; round < 2; round++) { t = performance.now(); let n = 0; await Promise.all(Array.from({ length: 64 }, async () => { while (n < N) { n++; const r = await pool.request({ path: '/', method: 'POST', headers: { 'content-type': 'application/json' }, body }); await r.body.text() } })); console.log('bare/s', Math.round(N / (performance.now() - t) * 1000)) }
}

for (let round = 0; round < 3; round++) {
await enq()
let done = 0; let finish; const all = new Promise((r) => { finish = r })
const lease = await openLease({ database: db, clock: systemClock, log, leaseMs: 30000 })
t = performance.now(); const cpu = process.cpuUsage()
const w = startWorker({ database: db, engine: engineName === 'sqlite' ? sqliteLanes : postgresLanes, clock: systemClock, log, lease, settings: { gatherMs: Number(process.env.GATHER ?? 0) }, runners: { m: async (lane, item) => {
  if (real) { const r = await egress.send({ url: `http://127.0.0.1:${port}/`, headers: { 'content-type': 'application/json', 'webhook-id': `${lane.uid}-${item.seq}` }, body: item.body, timeoutMs: 10000, maxResponseBytes: 65536 }); if (!r.answered) throw new Error(r.reason) }
  if (++done === N) finish()
  return { outcome: { kind: 'done', report: JSON.stringify({at:Date.now(),stage:"done",status:200,ms:1,url:"http://127.0.0.1:1234/hook",answer:"{\"code\":200,\"msg\":\"success\"}"}) }, health: 'good' } } } })
await all
const rate = Math.round(N / (performance.now() - t) * 1000), used = process.cpuUsage(cpu)
console.log('drain/s', rate, 'cpu us/item', Math.round((used.user + used.system) / N), w.stats())
await w.stop(1000)
}
await egress.close(); await db.close(); child?.kill()
