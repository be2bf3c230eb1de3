/** The first minute: `tandem dev` prints a card, and what the card says works exactly as printed. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { onEachEngine } from '../../service/test/harness/engines.ts'
import { runTandem, spawnTandem, type TandemProcess } from '../../service/test/harness/process.ts'
import { eventually } from '../../service/test/harness/service.ts'
import { callTandem } from './call-tandem.ts'

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-test-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))
const dev = (...args: string[]) => spawnTandem(['dev', ...args], { TANDEM_DATA: folder, PORT: '0' })

async function cardOf(tandem: TandemProcess) {
  await tandem.printed(/Ctrl-C stops it/)
  const text = tandem.stdout()
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  return {
    text,
    link: find(/Console +(http\S+)/),
    reference: find(/API +(http\S+)/),
    chat: find(/Chat +(http\S+)/),
    desk: find(/Desk +(http\S+)/),
    key: find(/API key +(\S+)/),
    admin: find(/Admin +(\S+)/),
    // From the line that begins with curl to the one that does not go on.
    curl: find(/\n( *curl (?:.*\\\n)*.*)\n/),
  }
}
const shell = (line: string) => promisify(execFile)('sh', ['-c', line])

describe('the first start', () => {
  let tandem: TandemProcess
  let card: Awaited<ReturnType<typeof cardOf>>
  before(async () => {
    tandem = dev()
    card = await cardOf(tandem)
  })
  after(() => tandem.kill())

  test("the card's curl works as printed, and so do its page, its key and its token", async () => {
    const { stdout } = await shell(card.curl)
    const answer = JSON.parse(stdout)
    assert.deepEqual([answer.doc[0].doc_name, answer.failed], ['My first answers', []])

    const page = await fetch(card.reference)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    const chat = await fetch(card.chat)
    assert.match(await chat.text(), /<title>Chat<\/title>/)
    const base = new URL(card.reference).origin
    assert.match(base, /^http:\/\/127\.0\.0\.1:/)
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    const agents = JSON.parse(await (await fetch(`${base}/admin/v1/agents`, bearer(card.admin))).text())
    assert.deepEqual([agents.items.length, agents.items[0].name], [1, 'Demo agent'])
    const bases = JSON.parse(
      await (await fetch(`${base}/v1/bot/knowledge/base/page`, bearer(card.key))).text(),
    )
    assert.deepEqual([bases.knowledge_base[0].doc, bases.knowledge_base[0].chunk], [2, 8])
  })

  test('the log beside the card is for people: one line per request', async () => {
    await fetch(new URL('/v1/webhook/service/health', card.reference))
    await tandem.printed(/^\d\d:\d\d:\d\d {2}GET \/v1\/webhook\/service\/health → 200 {2}[\d.]+ ms {2}\S+$/m)
  })

  test('the card begins with a link that signs in once, and further links name the port that it runs on; Ctrl-C ends it with 0', async () => {
    const { text, link, reference } = card
    assert.equal(text.indexOf(link), text.indexOf('http'), 'the first address of the card')
    const { origin, pathname } = new URL(link)
    assert.deepEqual([origin, pathname], [new URL(reference).origin, '/console/sign-in'])
    const signIn = async (from: string) => {
      const [base, code] = from.split('/console/sign-in#code=')
      const body = JSON.stringify({ code })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${base}/admin/v1/session`, { method: 'POST', headers, body })
      return { status: answer.status, json: JSON.parse(await answer.text()) }
    }
    const first = await signIn(link)
    assert.deepEqual([first.status, first.json.account?.role], [200, 'admin'])
    assert.equal((await signIn(link)).status, 401)
    const another = () =>
      callTandem(['account', 'link', first.json.account.email, '--json'], { TANDEM_DATA: folder })
    const { sign_in_link: next } = JSON.parse((await another()).stdout)
    assert.equal(new URL(next).origin, origin)
    assert.equal((await signIn(next)).status, 200)
    assert.deepEqual(await tandem.kill('SIGINT'), { code: 0, signal: null })
    const { sign_in_link: later } = JSON.parse((await another()).stdout)
    assert.equal(new URL(later).origin, 'http://127.0.0.1:7070')
  })
})

test('whoever signs in by the card’s link is at the desk: a wish for a human in the chat rings there, and the reply is in the chat', async () => {
  const TANDEM_DATA = join(folder, 'with a desk')
  await using tandem = spawnTandem(['dev'], { TANDEM_DATA, PORT: '0' })
  const card = await cardOf(tandem)
  const base = new URL(card.chat).origin
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, json: text === '' ? {} : JSON.parse(text) }
  }
  assert.equal((await fetch(card.desk)).status, 200)
  const code = card.link.split('#code=')[1]
  const signedIn = await call('POST', '/admin/v1/session', { code })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const atDesk = (method: string, path: string, body?: object) =>
    call(method, `/desk/v1/${path}`, body, { cookie, 'sec-fetch-site': 'same-origin' })
  assert.equal((await atDesk('PUT', 'presence', { state: 'here' })).status, 200)

  const { json: chat } = await call('POST', `/web/v1/agents/${card.chat.split('/').at(-1)}/chats`, {})
  const inChat = (method: string, body?: object) =>
    call(method, `/web/v1/chats/${chat.conversation_id}/messages`, body, {
      authorization: `Bearer ${chat.token}`,
    })
  await inChat('POST', { text: 'I want to talk to a human' })
  const queue = await eventually(
    'it rings',
    () => atDesk('GET', 'queue'),
    ({ json }) => json.items?.length === 1,
  )
  const { id } = queue.json.items[0]
  const { json: taken } = await atDesk('POST', `handoffs/${id}/claim`)
  const said = await atDesk('POST', `handoffs/${id}/reply`, { text: 'Here I am.', claim: taken.claim })
  assert.equal(said.status, 200)
  const { json: talk } = await inChat('GET')
  assert.ok(talk.messages.some(({ role, text }: Said) => role === 'human' && text === 'Here I am.'))
  const pair = { question: 'Do you wrap gifts?', answer: 'Yes, for free.' }
  assert.equal((await atDesk('POST', `handoffs/${id}/pair`, pair)).json.state, 'live')
  assert.equal((await atDesk('POST', `handoffs/${id}/close`, { claim: taken.claim })).status, 200)
  await inChat('POST', { text: 'Do you wrap gifts?' })
  await eventually(
    'the AI answers by what the person taught it',
    () => inChat('GET'),
    ({ json }) => json.messages.some(({ role, text }: Said) => role === 'assistant' && text === pair.answer),
  )
})

interface Said {
  readonly role: string
  readonly text: string
}

test('the second start shows the same key, keeps what was stored, and brings back no desk that was deleted; --json says it in one line', async () => {
  const first = dev()
  const { key, admin, chat } = await cardOf(first)
  const services = async (base: string, method = 'GET', id = '') => {
    const path = `/admin/v1/agents/${chat.split('/').at(-1)}/human-services${id}`
    const headers = { authorization: `Bearer ${admin}` }
    const text = await (await fetch(base + path, { method, headers })).text()
    return text === '' ? [] : JSON.parse(text).items
  }
  const firstUrl = new URL(chat).origin
  const [desk] = await services(firstUrl)
  assert.equal(desk.kind, 'desk')
  await services(firstUrl, 'DELETE', `/${desk.id}`)
  assert.equal((await first.kill('SIGTERM')).code, 0)
  await using second = dev('--json')
  const [line] = await second.printed(/^\{[^\n]*"api_key"[^\n]*\}\n/m)
  const said = JSON.parse(line)
  assert.deepEqual([said.api_key, said.engine], [key, 'sqlite'])
  assert.deepEqual(await services(said.url), [], 'deleted is deleted')
  const answer = await fetch(`${said.url}/v1/bot/knowledge/base/page`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(JSON.parse(await answer.text()).knowledge_base[0].doc, 2)
  assert.ok(!second.stdout().includes(admin))
})

test('a demo key that no longer works is replaced by one that does', async () => {
  const env = { TANDEM_DATA: folder, PORT: '0' }
  const { items } = JSON.parse((await callTandem(['agent', 'list', '--json'], env)).stdout)
  assert.equal((await callTandem(['agent', 'delete', items[0].id], env)).code, 0)
  await using tandem = dev()
  const { curl } = await cardOf(tandem)
  assert.deepEqual(JSON.parse((await shell(curl)).stdout).failed, [])
})

onEachEngine((engine) => {
  test('where all secrets are given and there is no data folder yet, the demo’s key is kept all the same', async () => {
    await using store = await engine.freshEnvironment()
    const env = {
      ...store.env,
      TANDEM_DATA: join(folder, `not made yet ${engine.name}`),
      TANDEM_ADMIN_TOKEN: 'a-token-that-was-given',
      TANDEM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
    }
    const first = spawnTandem(['dev'], env)
    const { key } = await cardOf(first)
    assert.match(key, /^\S{20,}$/)
    assert.equal((await first.kill('SIGTERM')).code, 0)
    await using second = spawnTandem(['dev'], env)
    assert.equal((await cardOf(second)).key, key)
  })
})

test('a demo that cannot be made ends the command and says why', async () => {
  const TANDEM_DATA = join(folder, 'in the way')
  mkdirSync(join(TANDEM_DATA, 'demo-api-key', 'taken'), { recursive: true })
  const { code, stderr } = await runTandem(['dev'], { TANDEM_DATA, PORT: '0' })
  assert.equal(code, 1)
  assert.match(stderr, /demo-api-key/)
})

/** A Node on this machine that is too old to run the service by itself. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node', '/bin/node'].find((path) => {
  try {
    return Number(execFileSync(path, ['-p', 'process.versions.node.split(".")[0]']).toString()) < 24
  } catch {
    return false
  }
})
const skip = oldNode ? false : 'there is no Node older than 24 on this machine to start it with'

test('started by an older Node, it goes on with the one that came along', { skip }, async () => {
  const listed = await runTandem(['agent', 'list', '--json'], { TANDEM_DATA: folder }, oldNode)
  assert.equal(listed.code, 0, listed.stderr)
  assert.ok(Array.isArray(JSON.parse(listed.stdout).items))
  const refused = await runTandem(['nonsense'], { TANDEM_DATA: folder }, oldNode)
  assert.equal(refused.code, 2)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`started by an older Node, it still drains on ${signal}`, { skip, timeout: 120_000 }, async () => {
    await using tandem = spawnTandem(
      ['serve'],
      { TANDEM_DATA: folder, HOST: '127.0.0.1', PORT: '0' },
      oldNode,
    )
    const url = (await tandem.printed(/"url":"(http:[^"]+)"[^\n]*"listening"/))[1] ?? ''
    assert.equal((await fetch(`${url}/v1/webhook/service/health`)).status, 200)
    const { code } = await tandem.kill(signal)
    assert.equal(code, 0)
    assert.match(tandem.stdout(), /"msg":"stopped"/)
    await assert.rejects(fetch(`${url}/v1/webhook/service/health`))
  })
}
