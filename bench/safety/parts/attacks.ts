/** The attacks, by name: what one tenant or a visitor sends to make everybody else wait. */
import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { openConnection, requestBytes } from '../../connection.ts'
import type { Running } from '../../processes.ts'
import { ADMIN_TOKEN } from '../../processes.ts'
import { hostileFiles } from './hostile-files.ts'

export interface Attack {
  readonly name: string
  /** Resolves when the service has answered; what it answered does not matter, unless it is a failure of its own. */
  readonly run: () => Promise<void>
  /** Its first run costs more than others, so that these would hide it. */
  readonly isOnce?: boolean
}

export interface Target {
  readonly service: Running
  /** The agent that attacks; its chat is open to visitors, and it has a model. */
  readonly agentId: string
  readonly apiKey: string
}

/** Texts that were slow once, and their relatives: repeats, near-matches, mixed scripts. */
const texts: Readonly<Record<string, string>> = {
  'nods in Chinese, almost a yes': `${'嗯'.repeat(50)}x`,
  'please in Russian, again and again': `${'пожалуйста '.repeat(300)}оператора нет`,
  'please in German, again and again': `${'bitte '.repeat(600)}einen menschen nicht`,
  'blanks before a citation mark': `${' '.repeat(3_900)}x$[`,
  'a long word without end': 'я'.repeat(4_000),
  'dots and at-signs': `a@${'.'.repeat(3_900)}@`,
  'open brackets': '[({<'.repeat(1_000),
  'numbers and commas': '1,'.repeat(2_000),
  'combining marks': `e${'\u0301'.repeat(3_900)}`,
  'mixed scripts': 'aя中あ한ع'.repeat(600),
}

/** What the model of the bench answers, if it is asked for it by these words. */
export const oddAnswers = ['zeros for choices', 'zeros for pairs', 'signs without end'] as const

export interface Attacks {
  /** What a friendly visitor and developer send, in a few languages. */
  readonly ordinary: () => Promise<void>
  readonly list: readonly Attack[]
}

export async function attacksOn(target: Target): Promise<Attacks> {
  const { service, agentId, apiKey } = target
  const post = poster(service.url)
  const withKey = { authorization: `Bearer ${apiKey}` }
  const started = await post(`/web/v1/agents/${agentId}/chats`, {}, {})
  const chat = JSON.parse(started.text) as { conversation_id: string; token: string }
  const asVisitor = { authorization: `Bearer ${chat.token}` }
  const chatPath = `/web/v1/chats/${chat.conversation_id}`
  const conversation = async () => {
    const { text } = await post('/v1/conversation', withKey, { user_id: 'attacker' })
    return (JSON.parse(text) as { conversation_id: string }).conversation_id
  }
  const message = async (mode: string, messages: unknown[], headers = {}) => {
    const body = { conversation_id: await conversation(), response_mode: mode, messages }
    await post('/v2/conversation/message', { ...withKey, ...headers }, body)
  }
  const addFile = (name: string, bytes: Buffer, purpose = 'FILE_2_QA') => {
    const files = [{ file_name: name, file_base64: bytes.toString('base64') }]
    return post('/v1/bot/doc/qa/add', withKey, { purpose, files })
  }
  const added = await post('/v1/bot/doc/qa/add', withKey, {
    purpose: 'QA_TEXT',
    name: 'Known',
    qaList: [{ question: 'Do you ship abroad?', answer: 'Yes.' }],
  })
  const docId = (JSON.parse(added.text) as { doc: { doc_id: string }[] }).doc[0]?.doc_id

  const attacks: Attack[] = []
  const attack = (name: string, run: () => Promise<unknown>, isOnce = false) =>
    attacks.push({ name, run: async () => void (await run()), isOnce })

  for (const [name, text] of Object.entries(texts)) {
    attack(`visitor says: ${name}`, () => post(`${chatPath}/messages`, asVisitor, { text }))
    attack(`blocking message: ${name}`, () => message('blocking', [{ role: 'user', content: text }]))
    attack(`search: ${name}`, () => post('/v1/vector/match', withKey, { prompt: text, top_k: 50 }))
    attack(`knowledge: ${name}`, () =>
      post('/v1/bot/doc/qa/add', withKey, {
        purpose: 'QA_TEXT',
        name: 'Odd',
        qaList: [{ question: text.slice(0, 2_000), answer: text }],
      }),
    )
  }
  const description = async () => (await fetch(`${service.url}/openapi.json`)).text()
  attack(
    'the API description, 20 times at once, for the first time',
    () => Promise.all(Array.from({ length: 20 }, description)),
    true,
  )
  const referenceScript = async () => (await fetch(`${service.url}/reference/scalar.js`)).arrayBuffer()
  attack(
    'the script of the API reference, 20 times at once, for the first time',
    () => Promise.all(Array.from({ length: 20 }, referenceScript)),
    true,
  )
  attack('50 sign-ins at once', () =>
    Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        post('/admin/v1/session', {}, { email: `guess-${n}@shop.example`, password: 'a guess' }),
      ),
    ),
  )
  attack('visitor gives an email of 100,000 dots', () =>
    post(`${chatPath}/handoff`, asVisitor, { email: `a@${'.'.repeat(100_000)}@` }),
  )
  attack('assistant message of 50,000 blanks', () =>
    message('blocking', [
      { role: 'assistant', content: `${' '.repeat(9_000)}x$[` },
      { role: 'assistant', content: `${' '.repeat(50_000)}x$[` },
      { role: 'user', content: 'hello' },
    ]),
  )
  attack('a document of one endless word, with a model', () =>
    addFile('word.txt', Buffer.from(`Shipping\n\n${'я'.repeat(12_000)}`)),
  )
  for (const [name, bytes] of await hostileFiles()) {
    attack(`file: ${name}`, () => addFile(name, bytes, name.endsWith('.xlsx') ? 'QA_FILE' : 'FILE_2_QA'))
    attack(`update by file: ${name}`, () => {
      const files = [{ doc_id: docId, file_name: name, file_base64: bytes.toString('base64') }]
      return put('/v1/bot/doc/qa/update', withKey, { files })
    })
  }
  attack('update by a few comments of HTML', () => {
    const base64 = Buffer.from(`${'<!---->'.repeat(26)}x`).toString('base64')
    return put('/v1/bot/doc/qa/update', withKey, {
      files: [{ doc_id: docId, file_name: 'a.txt', file_base64: base64 }],
    })
  })
  attack('base64 full of blanks', () =>
    post('/v1/bot/doc/qa/add', withKey, {
      purpose: 'FILE_2_QA',
      files: [{ file_name: 'a.txt', file_base64: 'A '.repeat(15_000_000) }],
    }),
  )
  attack('image of 22 MB with an idempotency key', () => {
    const image = [{ base64_content: 'A'.repeat(22_000_000), format: 'png', name: 'a.png' }]
    return message('blocking', [{ role: 'user', content: [{ type: 'image', image }] }], {
      'idempotency-key': 'the-same-key',
    })
  })
  attack('100,000 addresses of files in one message', () => {
    const image = Array.from({ length: 20 }, () => ({ url: 'http://192.0.2.1/a.png', format: 'png' }))
    const content = Array.from({ length: 50 }, () => ({ type: 'image', image }))
    return message(
      'blocking',
      Array.from({ length: 100 }, () => ({ role: 'user', content })),
    )
  })
  attack('30 MB in a name', () =>
    post('/v1/bot/doc/qa/add', withKey, { purpose: 'QA_TEXT', name: 'a'.repeat(30_000_000), qaList: [] }),
  )
  attack('30 MB in a document id', () =>
    put('/v1/bot/doc/qa/update', withKey, { doc_id: 'a'.repeat(30_000_000), qaList: [] }),
  )
  const shapes = {
    lists: '[],',
    'nested lists': '[[[[[[[[]]]]]]]],',
    objects: '{},',
    numbers: '0,',
    texts: '"",',
  }
  for (const [name, unit] of Object.entries(shapes))
    for (const bytes of [60_000, 250_000, 900_000])
      attack(`${bytes} bytes of ${name}, 30 times at once`, () => {
        const body = `{"prompt":"a","x":[${unit.repeat(bytes / unit.length)}0]}`
        const ask = () => send(service.url, '/v1/vector/match', withKey, body)
        return Promise.all(Array.from({ length: 30 }, ask))
      })
  const scripts = 'aя中あ한ع😀'.repeat(1_650_000)
  attack('30 MB of mixed scripts in a name, 4 times at once', () =>
    Promise.all(
      Array.from({ length: 4 }, () =>
        post('/v1/bot/doc/qa/add', withKey, { purpose: 'QA_TEXT', name: scripts, qaList: [] }),
      ),
    ),
  )
  attack('30 MB that end in a byte that is not UTF-8', () => {
    const body = Buffer.concat([Buffer.from(`{"name":"${scripts}`), Buffer.from([0xff])])
    return send(service.url, '/v1/bot/doc/qa/add', withKey, body)
  })
  const upload = () =>
    post(`${chatPath}/files`, asVisitor, { name: 'a.txt', base64_content: 'QUFB'.repeat(3_300_000) })
  attack('12 files of 10 MB at once', () => Promise.all(Array.from({ length: 12 }, upload)))
  attack('one byte of a file of 10 MB, 100 times at once', async () => {
    const history = await fetch(`${service.url}${chatPath}/messages`, { headers: asVisitor })
    const path = /\/files\/[^"]+/.exec(await history.text())?.[0]
    if (!path) throw new Error('No file was kept.')
    const ask = () => fetch(service.url + path, { headers: { range: 'bytes=0-0' } })
    await Promise.all(Array.from({ length: 100 }, async () => (await ask()).text()))
  })
  const crowd = (ask: () => Promise<unknown>) => Promise.all(Array.from({ length: 1_000 }, ask))
  attack('1,000 searches at once', () =>
    crowd(() => post('/v1/vector/match', withKey, { prompt: 'order', top_k: 5 })),
  )
  const document = {
    ...{ purpose: 'QA_TEXT', name: 'One' },
    qaList: [{ question: 'How about an order?', answer: 'It is under way.' }],
  }
  attack('1,000 documents at once', () => crowd(() => post('/v1/bot/doc/qa/add', withKey, document)))
  attack('1,000 documents at once, each on a new connection', () => {
    const add = requestBytes('POST', '/v1/bot/doc/qa/add', apiKey, JSON.stringify(document))
    return crowd(async () => {
      const connection = await openConnection(service.port)
      await connection.send(add)
      connection.close()
    })
  })
  attack('2,000 conversations listed 300 times at once', async () => {
    for (let n = 0; n < 40; n++) await Promise.all(Array.from({ length: 50 }, conversation))
    const span = 'conversation_type=ALL&start_time=0&end_time=9999999999999'
    const list = () => get(`/v1/bot/conversation/page?page=1&page_size=100&${span}`, withKey)
    await Promise.all(Array.from({ length: 300 }, list))
  })
  attack('a chat of long answers read and saved 20 times at once', async () => {
    for (let n = 0; n < 40; n++)
      await post(`${chatPath}/messages`, asVisitor, { text: 'Do you ship abroad?' })
    const paths = ['messages', 'transcript'].map((name) => `${chatPath}/${name}`)
    await Promise.all(Array.from({ length: 20 }, () => paths.map((path) => get(path, asVisitor))).flat())
  })
  attack('the properties of 100 users, as long as they may be, read 8 times at once', async () => {
    const property_values = Array.from({ length: 100 }, (_, n) => ({
      property_name: `p${n}`,
      value: 'я'.repeat(2_000),
    }))
    const users = Array.from({ length: 100 }, (_, n) => `user${n}`)
    for (const user_id of users) await post('/v1/property/update', withKey, { user_id, property_values })
    const read = () => get(`/v2/user-property/query?user_ids=${users.join()}`, withKey)
    await Promise.all(Array.from({ length: 8 }, read))
  })
  attack(
    'a webhook that packs its response a thousand times over, and 50 more, checked 5 times at once',
    () =>
      Promise.all(
        Array.from({ length: 5 }, () =>
          fetch(`${service.url}/v1/webhook/check`, { method: 'POST', headers: withKey }).then((it) =>
            it.text(),
          ),
        ),
      ),
  )
  attack('20,000 requests at once on one connection', () =>
    sendBytes(service.port, 'GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20_000)),
  )
  attack('a body of a million pieces of one byte', () => {
    const head = 'host: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
    return sendBytes(
      service.port,
      `POST /admin/v1/session HTTP/1.1\r\n${head}${'1\r\n \r\n'.repeat(1_000_000)}`,
    )
  })
  attack('200 connections that stop in the middle of a header', () =>
    heldOpen(service.port, 200, 'GET / HTTP/1.1\r\nhost: x\r\nx-half'),
  )
  for (const what of oddAnswers) attack(`a model answers with ${what}`, () => converted(`Please: ${what}.`))
  attack('the same pair 50,000 times, added and replaced by itself', async () => {
    const qaList = Array.from({ length: 50_000 }, () => ({ question: 'q', answer: 'a' }))
    const { text } = await post('/v1/bot/doc/qa/add', withKey, { purpose: 'QA_TEXT', name: 'Same', qaList })
    const { doc } = JSON.parse(text) as { doc: { doc_id: string }[] }
    await put('/v1/bot/doc/qa/update', withKey, { doc_id: doc[0]?.doc_id, qaList })
  })
  for (const [name, flood] of Object.entries(floods)) attack(name, () => flood(service.port))
  // The last: its pairs are indexed and their tokens counted for a while.
  const longPair = (n: number) => ({
    question: `${n} ${'ж '.repeat(900)}`,
    answer: `${n} ${'ж '.repeat(9_900)}`,
  })
  attack('500 pairs of the greatest length, added and replaced', async () => {
    const [first, second] = [0, 500].map((from) => Array.from({ length: 500 }, (_, n) => longPair(from + n)))
    const { text } = await post('/v1/bot/doc/qa/add', withKey, {
      purpose: 'QA_TEXT',
      name: 'Long',
      qaList: first,
    })
    const doc_id = (JSON.parse(text) as { doc: { doc_id: string }[] }).doc[0]?.doc_id
    await put('/v1/bot/doc/qa/update', withKey, { doc_id, qaList: second })
  })
  const ordinary = async () => {
    for (const text of [
      'Do you ship abroad?',
      'Bitte einen Menschen',
      'Спасибо, оператор не нужен',
      '好的，谢谢',
    ]) {
      await post(`${chatPath}/messages`, asVisitor, { text })
      await message('blocking', [{ role: 'user', content: text }])
    }
  }
  return { ordinary, list: attacks }

  /** Until the document is converted, or has failed. */
  async function converted(text: string) {
    const { text: json } = await addFile('odd.txt', Buffer.from(text.repeat(100)))
    const { doc } = JSON.parse(json) as { doc: { doc_id: string }[] }
    for (let n = 0; n < 100; n++) {
      const detail = await fetch(`${service.url}/v1/bot/data/detail/list?data_ids=${doc[0]?.doc_id}`, {
        headers: withKey,
      })
      if (!(await detail.text()).includes('PROCESSING')) return
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error('The document was not converted in time.')
  }

  async function get(path: string, headers: Record<string, string>) {
    await (await fetch(service.url + path, { headers })).arrayBuffer()
  }

  function put(path: string, headers: Record<string, string>, body: unknown) {
    return post(path, headers, body, 'PUT')
  }
}

function poster(url: string) {
  return (path: string, headers: Record<string, string>, body: unknown, method = 'POST') =>
    send(url, path, headers, JSON.stringify(body), method)
}

async function send(
  url: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer,
  method = 'POST',
) {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  const text = await response.text()
  if (response.status === 500) throw new Error(`${method} ${path}: 500 ${text.slice(0, 200)}`)
  return { status: response.status, text }
}

/** Until the service closes the connection, or has nothing to say for a second. */
async function sendBytes(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('error', () => {}).resume()
  socket.setTimeout(1_000, () => socket.destroy())
  await new Promise((resolve) => socket.once('close', resolve))
}

/** Sends a text on each connection and reads nothing, for two seconds or until the service closes it. */
async function heldOpen(port: number, count: number, text: string): Promise<void> {
  const sockets: Socket[] = []
  for (let i = 0; i < count; i++) {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    sockets.push(socket.pause().on('error', () => {}))
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  for (const socket of sockets) socket.destroy()
}

const host = 'host: x\r\n'
/** Floods of connections cost every server time; the bench sends them to a bare one too. */
export const floods: Readonly<Record<string, (port: number) => Promise<void>>> = {
  // As many requests on one connection as the service takes; a fifth would close it.
  '1,000 connections that ask for four files of the console each and read nothing': (port) =>
    heldOpen(port, 1_000, `GET /console/assets/${fileOfConsole()} HTTP/1.1\r\n${host}\r\n`.repeat(4)),
  '1,000 connections that send 60,000 bytes and not the last one': (port) => {
    const head = `POST /admin/v1/session HTTP/1.1\r\n${host}content-type: application/json`
    return heldOpen(port, 1_000, `${head}\r\ncontent-length: 60001\r\n\r\n${' '.repeat(60_000)}`)
  },
}

/** The name of the largest file that is small enough to be sent in one piece. */
function fileOfConsole(): string {
  const folder = join(import.meta.dirname, '../../../packages/console/dist/assets')
  const sizeOf = (name: string) => statSync(join(folder, name)).size
  const small = readdirSync(folder).filter((name) => name.endsWith('.js') && sizeOf(name) < 64 * 1024)
  return small.toSorted((x, y) => sizeOf(y) - sizeOf(x))[0] as string
}

/** An agent that visitors may chat with, and whose webhooks are all at the receiver. */
export async function attackedAgent(service: Running, receiverUrl: string): Promise<Target> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
  const admin = (method: string, path: string, body: unknown) =>
    fetch(`${service.url}/admin/v1/${path}`, { method, headers, body: JSON.stringify(body) })
  const made = await admin('POST', 'agents', { name: 'Attacker' })
  const { agent, api_key } = (await made.json()) as { agent: { id: string }; api_key: string }
  await admin('PATCH', `agents/${agent.id}/settings`, {
    web: { enabled: true, messages_per_minute: 600 },
  })
  await admin('PUT', `agents/${agent.id}/message-webhook`, { url: receiverUrl })
  for (let n = 0; n < 50; n++)
    await admin('POST', `agents/${agent.id}/human-services`, { name: `${n}`, webhook_url: receiverUrl })
  return { service, agentId: agent.id, apiKey: api_key }
}
