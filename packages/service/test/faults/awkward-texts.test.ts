/**
 * Whatever text comes in, the service goes on answering others. Generated texts go through every entrance that takes them, while
 * somebody else asks something cheap again and again. The seed is told; another TANDEM_TEST_SEED makes other texts.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { type RunningService, serveTandem } from '../harness/process.ts'
import { eventually } from '../harness/service.ts'
import { awkwardTexts, seed, shown } from './awkward-texts.ts'

const TEXTS = Number(process.env.TANDEM_TEST_TEXTS ?? 24)
/** A busy machine makes others wait too, but not for the same text again and again; a frozen service does. */
const MOST_WAIT_MS = 250
const TRIES = 5
const GIVEN_UP_MS = 30_000

type Entrance = readonly [name: string, send: (text: string) => Promise<{ status: number }>]

async function entrancesOf(service: RunningService, token: string, deskUrl: string): Promise<Entrance[]> {
  const admin = (method: string, path: string, body: unknown) =>
    service.api(method, `/admin/v1${path}`, body, token)
  const { json: made } = await admin('POST', '/agents', { name: 'Shop' })
  const [id, key] = [made.agent.id, made.api_key]
  await admin('PATCH', `/agents/${id}/settings`, { web: { enabled: true, messages_per_minute: 600 } })
  await admin('POST', `/agents/${id}/human-services`, { name: 'Desk', webhook_url: deskUrl })
  await admin('PUT', `/agents/${id}/message-webhook`, { url: deskUrl })
  const post = (path: string, body: unknown, as = key) => service.api('POST', path, body, as)
  const qaList = [{ question: 'How long does shipping take?', answer: 'Three days.' }]
  const document = await post('/v1/bot/doc/qa/add', { purpose: 'QA_TEXT', name: 'Shipping', qaList })
  const chat = (await service.api('POST', `/web/v1/agents/${id}/chats`, {})).json
  const conversation = async () =>
    (await post('/v1/conversation', { user_id: 'someone' })).json.conversation_id as string
  const message = async (mode: string) => {
    const conversation_id = await conversation()
    return (text: string) =>
      post('/v2/conversation/message', {
        conversation_id,
        response_mode: mode,
        messages: [{ role: 'user', content: text }],
      })
  }
  const withPerson = await conversation()
  const { json: handoff } = await post('/v1/conversation/handoff', { conversation_id: withPerson })
  return [
    ['chat start', (token) => service.api('POST', `/web/v1/agents/${id}/chats`, { token })],
    ['chat message', (text) => post(`/web/v1/chats/${chat.conversation_id}/messages`, { text }, chat.token)],
    ['chat handoff', (email) => post(`/web/v1/chats/${chat.conversation_id}/handoff`, { email }, chat.token)],
    ['message, blocking', await message('blocking')],
    ['message, streaming', await message('streaming')],
    ['message, webhook', await message('webhook')],
    ['conversation', (user_id) => post('/v1/conversation', { user_id })],
    ['handoff', (email) => post('/v1/conversation/handoff', { conversation_id: withPerson, email })],
    [
      'reply of a person',
      (body) =>
        post('/v1/human/message/receive', {
          conversation_id: handoff.handoff_id,
          timestamp: Date.now(),
          body,
        }),
    ],
    [
      'user',
      (user_id) => post('/v1/user/set-userid', { user_id, anonymous_ids: [{ anonymous_id: user_id }] }),
    ],
    [
      'knowledge, added',
      (text) => post('/v1/bot/doc/qa/add', { purpose: 'QA_TEXT', name: text, qaList: pairOf(text) }),
    ],
    [
      'knowledge, updated',
      (text) =>
        service.api(
          'PUT',
          '/v1/bot/doc/qa/update',
          { purpose: 'QA_TEXT', doc_id: document.json.doc[0].doc_id, qaList: pairOf(text) },
          key,
        ),
    ],
    ['vector match', (prompt) => post('/v1/vector/match', { prompt, top_k: 5 })],
    ['feedback', (answer_id) => post('/v1/message/feedback', { answer_id, feedback: 'POSITIVE' })],
    ['admin search', (text) => admin('POST', `/agents/${id}/search`, { text })],
    [
      'settings',
      (text) => admin('PATCH', `/agents/${id}/settings`, { answering: { default_language: text } }),
    ],
  ]
}

const pairOf = (text: string) => [{ question: text.slice(0, 500), answer: text }]

onEachEngine((engine) => {
  test('no text makes the service stand still', async (t) => {
    const token = randomBytes(16).toString('hex')
    await using store = await engine.freshEnvironment()
    const desk = await startDeveloperServer()
    t.after(() => desk.close())
    await using service = await serveTandem({
      ...store.env,
      TANDEM_ADMIN_TOKEN: token,
      TANDEM_EGRESS_ALLOW: 'all',
    })
    const entrances = await entrancesOf(service, token, desk.url)

    /** Sends the text through every entrance; answers the longest that somebody else waited meanwhile. */
    async function longestWait(text: string): Promise<number> {
      let longest = 0
      let isOver = false
      const others = (async () => {
        while (!isOver) {
          const startedAt = performance.now()
          await service.api('GET', '/v1/webhook/service/health')
          longest = Math.max(longest, performance.now() - startedAt)
          await pause(2)
        }
      })()
      const answers = Promise.all(entrances.map(async ([name, send]) => ({ name, ...(await send(text)) })))
      const given = await Promise.race([answers, pause(GIVEN_UP_MS, undefined, { ref: false })])
      if (!given) {
        await service.kill()
        await others.catch(() => undefined)
        throw new Error(`no answer to ${shown(text)}, seed ${seed}`)
      }
      isOver = true
      await others
      for (const { name, status } of given)
        assert.ok(status < 500, `${name} answers ${status} to ${shown(text)}`)
      return longest
    }

    // The engine takes no part in it; those that froze the service once are sent on both.
    for (const text of awkwardTexts(engine.name === 'sqlite' ? TEXTS : 0, seed)) {
      let least = Number.POSITIVE_INFINITY
      for (let i = 0; i < TRIES && least > MOST_WAIT_MS; i++) least = Math.min(least, await longestWait(text))
      assert.ok(
        least <= MOST_WAIT_MS,
        `others waited ${Math.round(least)} ms for ${shown(text)}, seed ${seed}`,
      )
    }
    t.diagnostic(`seed ${seed}`)
    await eventually(
      'it is healthy',
      () => service.api('GET', '/v1/webhook/service/health'),
      ({ status }) => status === 200,
    )
  })
})
