/**
 * Makes the databases in `fixtures/`: one per engine, as this version leaves them when it is killed in the middle of its work.
 * Run it at the version whose databases are wanted:
 *   TANDEM_TEST_POSTGRES_URL=postgres://… node packages/service/test/upgrade/make-database.ts sqlite|postgres
 * It prints SQL text. The first line is a comment with the names of what the database holds.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { atRest } from '../harness/at-rest.ts'
import {
  type Behaviour,
  createLatch,
  GONE,
  SUCCESS,
  startDeveloperServer,
} from '../harness/developer-server.ts'
import { engineNamed } from '../harness/engines.ts'
import { type ApiAnswer, eventually, startTestService, type TestService } from '../harness/service.ts'
import { simulatedClock } from '../lanes/simulation/clock.ts'
import { PLACEHOLDER, SECRETS } from './contents.ts'

const FAILURE: Behaviour = { status: 500 }
const FAILURES_TO_PARK = 5
const FAQ =
  'Q: Do you ship abroad?\nA: Yes, to all of Europe.\n\nQ: Who pays for returns?\nA: We pay for returns.\n'

const engine = engineNamed(process.argv[2] ?? '')
const clock = simulatedClock()
const server = await startDeveloperServer()
const never = createLatch()
let answer: (path: string, conversation: string, body: string) => Behaviour = () => SUCCESS
server.answer(({ path, json, body }) => {
  const conversation = (json as { conversation_id?: string } | undefined)?.conversation_id ?? ''
  return answer(path, conversation, body)
})
const store = await engine.emptyEnvironment()
const env = { ...SECRETS, TANDEM_EGRESS_ALLOW: '127.0.0.0/8' }
const start = (more = {}) => startTestService(engine, { clock, on: store.env, env: { ...env, ...more } })

let service: TestService = await start()
const need = async (wanted: number, call: Promise<ApiAnswer>): Promise<ApiAnswer['json']> => {
  const { status, json, text } = await call
  if (status !== wanted) throw new Error(`${status} ${text}`)
  return json
}
const admin = (wanted: number, method: string, path: string, body?: unknown) =>
  need(wanted, service.admin(method, path, body))
const call = (agent: { key: string }, path: string, body: unknown) =>
  need(200, service.api('POST', path, body, agent.key))
const agentWithWebhook = async (name: string) => {
  const agent = await service.newAgent(name)
  const settings = { url: `${server.url}/${name}`, username: 'tandem', secret: 'a-secret-of-the-receiver' }
  await admin(200, 'PUT', `/agents/${agent.id}/message-webhook`, settings)
  return agent
}
const send = async (agent: { id: string }, conversation: string, text: string): Promise<string> =>
  (await admin(202, 'POST', `/agents/${agent.id}/messages`, { conversation_id: conversation, text }))
    .delivery_id
const delivery = (id: string) => admin(200, 'GET', `/deliveries/${id}`)
const reaches = (id: string, isSo: (it: ApiAnswer['json']) => boolean) =>
  eventually(`delivery ${id}`, () => delivery(id), isSo)
const isTried = (it: ApiAnswer['json']) => it.attempts === 1 && it.attempt_log.length === 1

// The one delivery that dies for its age: later ones keep their time.
const orders = await agentWithWebhook('orders')
answer = () => FAILURE
const dead = await send(orders, 'dead', 'given up')
await reaches(dead, isTried)
await service.service.database.transaction('test', async (tx) => {
  await tx.q.updateTable('lane_items').set({ expires_at: clock.now() }).execute()
})
const turn = () => atRest(service, server.held)
for (let n = 0; (await delivery(dead)).state !== 'dead'; n++) {
  if (n > 1000) throw new Error('the delivery does not die')
  await clock.pass(500, turn)
}
answer = () => SUCCESS
await admin(200, 'PUT', `/agents/${orders.id}/message-webhook`, { url: `${server.url}/orders` })

const endpointState = async (agent: { id: string }) =>
  (await admin(200, 'GET', `/deliveries/counts?agent_id=${agent.id}`)).endpoints[0].state
async function park(agent: { id: string }): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < FAILURES_TO_PARK; n++) {
    ids.push(await send(agent, `c${n}`, 'one'))
    await reaches(ids[n] ?? '', isTried)
  }
  await eventually(
    'parked',
    () => endpointState(agent),
    (state) => state === 'parked',
  )
  return ids
}

// An endpoint that has answered a probe and shows with a few messages whether it works.
const trial = await agentWithWebhook('trial')
answer = () => FAILURE
const onTrial = await park(trial)
answer = (_path, _conversation, body) =>
  body.includes('"istest":true') ? SUCCESS : { kind: 'hold', latch: never }
for (let n = 0; (await endpointState(trial)) !== 'open'; n++) {
  if (n > 1000) throw new Error('the endpoint is not opened')
  await clock.pass(500, turn)
}
await eventually(
  'a message on trial',
  () => server.held(),
  (held) => held >= 1,
)
answer = () => SUCCESS

const delivered = await send(orders, 'delivered', 'hello')
await reaches(delivered, ({ state }) => state === 'delivered')
answer = (_path, conversation) => (conversation === 'retrying' ? FAILURE : SUCCESS)
const retrying = [await send(orders, 'retrying', 'one')]
await reaches(retrying[0] ?? '', isTried)
for (const text of ['two', 'three']) retrying.push(await send(orders, 'retrying', text))

const parked = await agentWithWebhook('parked')
answer = (path) => (path.startsWith('/parked') ? FAILURE : SUCCESS)
const waiting = await park(parked)
for (let n = 0; n < FAILURES_TO_PARK; n++) waiting.push(await send(parked, `c${n}`, 'two'))

const gone = await agentWithWebhook('gone')
answer = (path) => (path.startsWith('/gone') ? GONE : SUCCESS)
const refused = await send(gone, 'g', 'one')
await reaches(refused, ({ state }) => state === 'dead')
await eventually(
  'disabled',
  () => endpointState(gone),
  (state) => state === 'disabled',
)
const behindRefused = await send(gone, 'g', 'two')

// Knowledge: a document replaced once, a published conversion, and a draft half decided.
const knowledge = await service.newAgent('knowledge')
const typed = await service.addDocument(knowledge.key, [
  { question: 'When are you open?', answer: 'From eight to four.' },
])
await need(
  200,
  service.api(
    'PUT',
    '/v1/bot/doc/qa/update',
    { doc_id: typed, qaList: [{ question: 'When are you open?', answer: 'From nine to five.' }] },
    knowledge.key,
  ),
).catch((error: unknown) => console.error(String(error)))
const file = {
  purpose: 'FILE_2_QA',
  files: [{ file_name: 'faq.txt', file_base64: Buffer.from(FAQ).toString('base64') }],
}
const published = (await call(knowledge, '/v1/bot/doc/qa/add', file)).doc[0].doc_id
const at = (docId: string) => `/agents/${knowledge.id}/documents/${docId}`
await eventually(
  'published',
  () => service.admin('GET', `${at(published)}/conversion`),
  ({ json }) => json.status === 'published',
)
await admin(200, 'PATCH', `/agents/${knowledge.id}/settings`, {
  knowledge: { publish_conversions: 'after_approval' },
})
const draftFile = {
  ...file,
  files: [
    { ...file.files[0], file_base64: Buffer.from(FAQ.replaceAll('return', 'repair')).toString('base64') },
  ],
}
const draft = (await call(knowledge, '/v1/bot/doc/qa/add', draftFile)).doc[0].doc_id
await eventually(
  'drafted',
  () => service.admin('GET', `${at(draft)}/draft`),
  ({ json }) => json.counts?.total === 2,
)
await admin(200, 'POST', `${at(draft)}/draft/decide`, { decision: 'approve', ordinals: [0] })

// Handoffs in each open state.
const help = await agentWithWebhook('help')
await service.addDocument(help.key, [{ question: 'When are you open?', answer: 'From nine to five.' }])
const desk = await admin(201, 'POST', `/agents/${help.id}/human-services`, {
  name: 'Desk',
  webhook_url: `${server.url}/desk`,
  username: 'tandem',
  secret: 'a-secret-of-the-desk',
  waiting_timeout_s: 600,
  idle_timeout_s: 3600,
})
const conversation = async (userId: string): Promise<string> =>
  (await call(help, '/v1/conversation', { user_id: userId })).conversation_id
const say = (id: string, text: string) =>
  call(help, '/v2/conversation/message', {
    conversation_id: id,
    response_mode: 'webhook',
    messages: [{ role: 'user', content: text }],
  })
const handOver = async (id: string): Promise<string> =>
  (await call(help, '/v1/conversation/handoff', { conversation_id: id })).handoff_id
const inState = (id: string, state: string) =>
  eventually(
    state,
    () => admin(200, 'GET', `/handoffs/${id}`),
    (it) => it.state === state,
  )
answer = () => SUCCESS
const open = {
  waiting: await conversation('ann'),
  connected: await conversation('bob'),
  requested: await conversation('cid'),
  ended: await conversation('fay'),
}
const waitingHandoff = await handOver(open.waiting)
await inState(waitingHandoff, 'WAITING')
async function connect(id: string): Promise<string> {
  const handoff = await handOver(id)
  await inState(handoff, 'WAITING')
  const reply = { conversation_id: handoff, timestamp: clock.now(), body: 'Hello, I am Eve.' }
  await call(help, '/v1/human/message/receive', reply)
  await inState(handoff, 'CONNECTED')
  return handoff
}
const connectedHandoff = await connect(open.connected)
const endedHandoff = await connect(open.ended)
const isQuiet = async () =>
  (await admin(200, 'GET', `/deliveries?agent_id=${help.id}&state=pending`)).items.length === 0
await eventually('all delivered', isQuiet, (is) => is)
answer = (path) => (path.startsWith('/desk') ? FAILURE : SUCCESS)
await say(open.connected, 'My parcel is broken.')
await say(open.connected, 'It is number 4711.')
const requestedHandoff = await handOver(open.requested)
await eventually(
  'both failed once',
  () =>
    server.requests
      .filter(({ path }) => path.startsWith('/desk/'))
      .slice(-2)
      .map(({ path }) => path),
  (paths) =>
    paths.some((path) => path.endsWith('/establish')) && paths.some((path) => path.endsWith('/chat')),
)
await eventually(
  'all written',
  async () => (await admin(200, 'GET', `/deliveries?agent_id=${help.id}&state=pending`)).items,
  (items) => items.filter((it: { attempts: number }) => it.attempts === 1).length === 2,
)

// Started again with a model that never answers, and never stopped: what is under way is in the database as after a kill.
await service.service.stop(500)
service = await start({
  TANDEM_MODEL_BASE_URL: `${server.url}/model/v1`,
  TANDEM_MODEL: 'm',
  TANDEM_MODEL_API_KEY: 'k',
})
const isHeld = (path: string, id: string) =>
  /^\/(?:model|trial)/.test(path) || id === 'in-flight' || (id === endedHandoff && path.endsWith('/chat'))
answer = (path, id) => (isHeld(path, id) ? { kind: 'hold', latch: never } : SUCCESS)
const inFlight = [await send(orders, 'in-flight', 'one'), await send(orders, 'in-flight', 'two')]
const talk = await conversation('dan')
await say(talk, 'When are you open?')
await say(talk, 'And when are you open on the day after?')
// Ended while a message to the desk is under way: the desk is told next, without waiting for a retry.
await say(open.ended, 'Never mind.')
await eventually(
  'all are under way',
  () => server.held(),
  (held) => held >= 4,
)
await call(help, '/v1/conversation/handoff/close', { conversation_id: open.ended })

const held = {
  now: clock.now(),
  agents: { orders, parked, trial, gone, knowledge, help },
  deliveries: { dead, delivered, retrying, waiting, refused, behindRefused, inFlight, onTrial },
  documents: { typed, published, draft },
  desk: desk.id,
  handoffs: {
    waiting: waitingHandoff,
    connected: connectedHandoff,
    requested: requestedHandoff,
    ended: endedHandoff,
  },
  conversations: { ...open, talk },
}
const dump =
  engine.name === 'sqlite'
    ? dumpSqlite(store.env.TANDEM_DATA ?? '')
    : dumpPostgres(store.env.DATABASE_URL ?? '')
console.log(`-- ${JSON.stringify(held)}\n${dump.replaceAll(server.url, PLACEHOLDER)}`)
process.exit(0)

function dumpSqlite(folder: string): string {
  const database = new DatabaseSync(join(folder, 'tandem.db'), { readOnly: true })
  const masters = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type = 'index', rowid`,
    )
    .all() as { type: string; name: string; sql: string }[]
  const rows = masters
    .filter(({ type }) => type === 'table')
    .flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map((row) => `INSERT INTO "${name}" VALUES (${Object.values(row).map(literal).join(', ')});`),
    )
  const statements = (isTable: boolean) =>
    masters.filter(({ type }) => (type === 'table') === isTable).map(({ sql }) => `${sql};`)
  return [...statements(true), ...rows, ...statements(false)].join('\n')
}

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

function dumpPostgres(url: string): string {
  const command = process.env.PG_DUMP ?? 'pg_dump'
  const text = execFileSync(command, ['--inserts', '--no-owner', '--no-privileges', url], {
    encoding: 'utf8',
  })
  // What psql alone understands, remarks, and empty lines.
  return text.replace(/^(?:\\.*|--.*|)\n/gm, '')
}
