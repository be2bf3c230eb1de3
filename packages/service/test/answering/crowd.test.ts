/**
 * Two hundred conversations in all three modes at once, with readers that hang up at any moment: afterwards history,
 * deliveries, what clients were told and usage are added up, and agree to the message.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atRest } from '../harness/at-rest.ts'
import { startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine, type TestEngine } from '../harness/engines.ts'
import { startModelServer } from '../harness/model-server.ts'
import { eventually, startTestService, type TestService } from '../harness/service.ts'
import { openEvents } from './read-events.ts'
import { MESSAGE_PATH, PAIRS, requestOf } from './scene.ts'

const CONVERSATIONS = 200
const TURNS = 2
/** What the model reports for every answer, and what an agent asks for it. */
const USAGE = { prompt: 20, completion: 10 }
const PRICES = { text_input: 1, text_output: 2 }
const CREDITS = (USAGE.prompt * PRICES.text_input + USAGE.completion * PRICES.text_output) / 1000

type Mode = 'blocking' | 'streaming' | 'webhook'
interface Told {
  readonly messageId: string
  readonly text: string | undefined
}

/** The same numbers in every run. */
function randomness(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

onEachEngine((engine) => {
  test('200 conversations in all modes with random disconnects: history, deliveries, clients and usage agree to the message', async () => {
    await using world = await setWorld(engine)
    const { services, key, developer, model } = world
    const random = randomness(7)
    const pick = () => services[Math.floor(random() * services.length)] as TestService
    const told = new Map<string, Told[]>()
    let sent = 0
    /** Questions that nobody waited for: they may or may not have come. */
    let left = 0

    async function talk(conversation: string): Promise<void> {
      const heard: Told[] = []
      told.set(conversation, heard)
      for (let turn = 0; turn < TURNS; turn++) {
        const mode = (['blocking', 'streaming', 'webhook'] as const)[Math.floor(random() * 3)] as Mode
        const hangsUpAfterMs = random() < 0.3 ? random() * 40 : undefined
        sent++
        const body = requestOf(mode, conversation, `Question ${turn}: when are you open?`)
        const answer = await ask(pick(), mode, body, hangsUpAfterMs)
        if (answer) heard.push(answer)
        else left++
      }
    }
    async function ask(service: TestService, mode: Mode, body: unknown, hangsUpAfterMs: number | undefined) {
      const url = `${service.url}${MESSAGE_PATH}`
      if (mode === 'streaming') {
        const stream = await openEvents(url, { key, body })
        const first = await stream.until(({ code }) => code === 11)
        if (hangsUpAfterMs === undefined) await stream.ended
        else stream.leave()
        return {
          messageId: first.data.message_id,
          text: hangsUpAfterMs === undefined ? stream.text() : undefined,
        }
      }
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify(body),
          ...(hangsUpAfterMs === undefined ? {} : { signal: AbortSignal.timeout(hangsUpAfterMs) }),
        })
        const json = (await response.json()) as ReturnType<typeof JSON.parse>
        assert.equal(response.status, 200, JSON.stringify(json))
        return {
          messageId: json.message_id,
          text: mode === 'blocking' ? json.output[0].content.text : undefined,
        }
      } catch (error) {
        if (hangsUpAfterMs === undefined) throw error
        return undefined
      }
    }

    const conversations = await Promise.all(
      Array.from({ length: CONVERSATIONS }, async (_, n) => {
        const made = await pick().api('POST', '/v1/conversation', { user_id: `user-${n}` }, key)
        return made.json.conversation_id as string
      }),
    )
    await Promise.all(conversations.map(talk))
    const { database } = (services[0] as TestService).service
    const pending = async () => {
      // A request goes on after its caller has hung up, and may only be about to store its question.
      for (const service of services) await atRest(service, () => 0)
      return database.q.selectFrom('lane_items').select('id').where('state', '=', 'pending').execute()
    }
    await eventually('everything is settled', pending, (rows) => rows.length === 0)

    const rows = await database.q.selectFrom('messages').selectAll().orderBy('seq').execute()
    const byConversation = Map.groupBy(rows, ({ conversation_id }) => conversation_id)
    const delivered = Map.groupBy(
      developer.requests.map(({ json }) => json as ReturnType<typeof JSON.parse>),
      ({ conversation_id }) => conversation_id as string,
    )
    let questions = 0
    for (const conversation of conversations) {
      const said = byConversation.get(conversation) ?? []
      const asked = said.filter(({ role }) => role === 'user')
      const answers = said.filter(({ role }) => role === 'assistant')
      questions += asked.length
      assert.deepEqual(
        said.map(({ seq }) => seq),
        said.map((_, i) => i + 1),
        'numbers without gaps',
      )
      assert.deepEqual(
        answers.map(({ parent_id }) => parent_id),
        asked.map(({ id }) => id),
        'one answer to each question, in order',
      )
      assert.deepEqual(
        answers.map(({ mode }) => mode),
        asked.map(({ mode }) => mode),
      )
      // Deliveries: the answers of webhook mode, each once, in order, with the words and the usage that were stored.
      const toSend = answers.filter(({ mode }) => mode === 'webhook')
      const got = delivered.get(conversation) ?? []
      assert.deepEqual(
        got.map(({ message_id, output, usage }) => [message_id, output[0].content.text, usage]),
        toSend.map(({ id, text, usage }) => [id, text, JSON.parse(usage ?? 'null')]),
      )
      // Clients: whatever they were told is what was stored.
      for (const { messageId, text } of told.get(conversation) ?? []) {
        const answer = answers.find(({ id }) => id === messageId)
        assert.ok(answer, 'the answer a client was told of')
        if (text !== undefined) assert.equal(text, answer.text)
      }
      const row = await database.q
        .selectFrom('conversations')
        .selectAll()
        .where('id', '=', conversation)
        .executeTakeFirstOrThrow()
      assert.equal(row.message_count, said.length)
      const costs = answers.map(({ text, usage }) => `${text}: ${usage}`)
      assert.ok(Math.abs(row.credits - answers.length * CREDITS) < 1e-9, `${row.credits} for ${costs}`)
    }
    assert.equal(model.requests.length, questions, 'every question was asked of the model once')
    assert.ok(questions >= sent - left && questions <= sent, `${questions} of ${sent}, ${left} left`)
    assert.ok(left < sent / 2, `${left} left`)
    const { json: usage } = await (services[0] as TestService).admin(
      'GET',
      `/usage?agent_id=${world.agentId}`,
    )
    const total = (name: string) =>
      (usage.days ?? usage.items).reduce(
        (sum: number, day: Record<string, number>) => sum + (day[name] ?? 0),
        0,
      )
    assert.equal(total('prompt_tokens'), questions * USAGE.prompt)
    assert.equal(total('completion_tokens'), questions * USAGE.completion)
    for (const service of services)
      assert.deepEqual(
        service.logLines.filter((line) => /"level":"(error|fatal)"/.test(line)),
        [],
      )
  })
})

/** Two processes' worth of service on PostgreSQL, one on the embedded engine. */
async function setWorld(engine: TestEngine) {
  const [developer, model] = [await startDeveloperServer(), await startModelServer()]
  model.answer(() => ({ kind: 'chat', pieces: ['From nine ', 'to five.'], usage: USAGE }))
  const store = await engine.freshEnvironment()
  const env = {
    TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
    TANDEM_LOG_LEVEL: 'info',
    TANDEM_MODEL_BASE_URL: model.url,
    TANDEM_MODEL: 'scripted',
    // Nothing may run into its time because the machine is busy: it would be asked for or sent a second time.
    TANDEM_MODEL_TIMEOUT_MS: '120000',
    TANDEM_MODEL_START_TIMEOUT_MS: '120000',
    TANDEM_WEBHOOK_TIMEOUT_MS: '60000',
  }
  const services: TestService[] = []
  for (let n = 0; n < (engine.name === 'postgres' ? 2 : 1); n++)
    services.push(await startTestService(engine, { on: store.env, env }))
  const [service] = services as [TestService]
  const { id: agentId, key } = await service.newAgent()
  await service.addDocument(key, PAIRS)
  await service.admin('PUT', `/agents/${agentId}/message-webhook`, { url: developer.url })
  await service.admin('PATCH', `/agents/${agentId}/settings`, { prices: PRICES })
  return {
    services,
    developer,
    model,
    key,
    agentId,
    async [Symbol.asyncDispose]() {
      await Promise.all(services.map((each) => each.stop()))
      await Promise.all([developer.close(), model.close()])
      await store.remove()
    },
  }
}
