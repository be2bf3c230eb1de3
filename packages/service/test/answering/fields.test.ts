/** SPEC 2.5 field by field, in webhook mode and in blocking mode; and what the modes answer besides. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConversation } from '../../src/conversations/open-conversation.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { onSqlite } from '../harness/engines.ts'
import { setScene } from './scene.ts'

/** Every row of the table of SPEC 2.5, but for `istest`, which only test requests carry. */
const FIELDS: readonly [path: string, type: string][] = [
  ['user_id', 'string|null'],
  ['anonymous_id', 'string'],
  ['conversation_id', 'string'],
  ['message_id', 'string'],
  ['create_time', 'long'],
  ['output', 'array'],
  ['output.0.from_component_branch', 'string'],
  ['output.0.from_component_name', 'string'],
  ['output.0.content', 'object'],
  ['output.0.content.text', 'string'],
  ['output.0.content.audio', 'array'],
  ['usage', 'object'],
  ['usage.tokens', 'object'],
  ['usage.tokens.total_tokens', 'integer'],
  ['usage.tokens.prompt_tokens', 'integer'],
  ['usage.tokens.completion_tokens', 'integer'],
  ['usage.tokens.prompt_tokens_details', 'object'],
  ['usage.tokens.prompt_tokens_details.audio_tokens', 'integer'],
  ['usage.tokens.prompt_tokens_details.text_tokens', 'integer'],
  ['usage.tokens.completion_tokens_details', 'object'],
  ['usage.tokens.completion_tokens_details.reasoning_tokens', 'integer'],
  ['usage.tokens.completion_tokens_details.audio_tokens', 'integer'],
  ['usage.tokens.completion_tokens_details.text_tokens', 'integer'],
  ['usage.credits', 'object'],
  ['usage.credits.total_credits', 'double'],
  ['usage.credits.text_input_credits', 'double'],
  ['usage.credits.text_output_credits', 'double'],
  ['usage.credits.audio_input_credits', 'double'],
  ['usage.credits.audio_output_credits', 'double'],
]

const isOf: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  'string|null': (value) => value === null || typeof value === 'string',
  long: (value) => Number.isSafeInteger(value) && (value as number) > 1_600_000_000_000,
  integer: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  double: (value) => Number.isFinite(value) && (value as number) >= 0,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

function valueAt(body: unknown, path: string): unknown {
  let value = body
  for (const part of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[part]
  return value
}

/** Every path of a body, lists by their first entry, so that fields the table does not have are found too. */
function pathsOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? Object.entries(value.slice(0, 1)) : Object.entries(value)
  return entries.flatMap(([name, inner]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    return [...(Array.isArray(value) ? [] : [path]), ...pathsOf(inner, path)]
  })
}

function checkFields(body: unknown, fields: typeof FIELDS): void {
  for (const [path, type] of fields)
    assert.ok(
      isOf[type]?.(valueAt(body, path)),
      `${path}: ${JSON.stringify(valueAt(body, path))} is no ${type}`,
    )
  const known = new Set(fields.map(([path]) => path))
  assert.deepEqual(
    pathsOf(body).filter((path) => !known.has(path)),
    [],
    'nothing the table does not have',
  )
}

onSqlite((engine) => {
  test('an answer in webhook mode has every field of the table and no other', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation('customer-4711')
    const accepted = await scene.send('webhook', conversation, 'When are you open?')
    assert.equal(accepted.status, 200)
    const [request] = await scene.developer.waitFor(1)
    const body = request?.json as { message_id: string; output: [{ content: { text: string } }] }
    checkFields(body, FIELDS)
    assert.equal(valueAt(body, 'user_id'), 'customer-4711')
    assert.match(String(valueAt(body, 'anonymous_id')), /^API:/)
    assert.equal(body.output[0].content.text, 'We are open from nine to five.')
    // docs/spec-gaps.md: what the webhook mode answers at once.
    assert.deepEqual(accepted.json, {
      code: 0,
      message: 'OK',
      conversation_id: conversation,
      message_id: body.message_id,
    })
  })

  test('user_id is null when none is bound', async () => {
    await using scene = await setScene(engine)
    const { database } = scene.service.service
    const made = { agentId: scene.agent.id, channel: 'API', userId: null } as const
    const { id } = await openConversation({ database, clock: systemClock }, made)
    await scene.send('webhook', id, 'When are you open?')
    const [request] = await scene.developer.waitFor(1)
    checkFields(request?.json, FIELDS)
    assert.equal(valueAt(request?.json, 'user_id'), null)
  })

  test('an answer in blocking mode is the same without the ids of the user, and says where it comes from when asked to', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const withoutUser = FIELDS.filter(([path]) => path !== 'user_id' && path !== 'anonymous_id')
    const plain = await scene.send('blocking', conversation, 'When are you open?')
    assert.equal(plain.status, 200)
    checkFields(plain.json, withoutUser)
    assert.equal(plain.json.conversation_id, conversation)
    assert.equal(plain.json.output[0].content.text, 'We are open from nine to five.')
    const history = await scene.history(conversation)
    assert.deepEqual(
      history.map(({ message_id, parent_message_id, role }) => [message_id, parent_message_id, role]),
      [
        [history[0]?.message_id, null, 'user'],
        [plain.json.message_id, history[0]?.message_id, 'assistant'],
      ],
    )

    const cited = await scene.send('blocking', conversation, 'Do you ship to Norway?', {
      corner_citation: true,
    })
    const { citations, ...rest } = cited.json
    checkFields(rest, withoutUser)
    assert.deepEqual(Object.keys(citations[0]).sort(), [
      'attachment',
      'bot_id',
      'component_id',
      'content',
      'data_id',
      'index',
      'name',
      'position',
      'segment_id',
      'segment_index',
      'timestamp_millis',
      'type',
    ])
    assert.equal(citations[0].bot_id, scene.agent.id)
    assert.equal(citations[0].type, 'doc')
  })

  test('usage of a message is what this answer consumed, not the conversation so far', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const first = await scene.send('blocking', conversation, 'When are you open?')
    const second = await scene.send('blocking', conversation, 'When are you open?')
    assert.ok(first.json.usage.tokens.total_tokens > 0)
    assert.deepEqual(second.json.usage, first.json.usage)
  })

  test('without a message webhook the webhook mode is refused, and nothing is stored', async () => {
    await using scene = await setScene(engine, { webhook: false })
    const conversation = await scene.conversation()
    const refused = await scene.send('webhook', conversation, 'When are you open?')
    assert.deepEqual([refused.status, refused.json.code], [409, 40900])
    assert.match(refused.json.hint, /message webhook/)
    assert.equal(await scene.service.countRows('messages'), 0)
    assert.equal(await scene.service.countRows('lane_items'), 0)
  })

  test('turns are no deliveries: the log, its counts and replays know nothing of them', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    await scene.send('blocking', conversation, 'When are you open?')
    await scene.send('webhook', conversation, 'Do you ship to Norway?')
    await scene.developer.waitFor(1)
    const { service, agent } = scene
    const { json: list } = await service.admin('GET', `/deliveries?agent_id=${agent.id}`)
    assert.deepEqual(
      list.items.map(({ kind, conversation_id }: Record<string, string>) => [kind, conversation_id]),
      [['message', conversation]],
    )
    const { json: counts } = await service.admin('GET', `/deliveries/counts?agent_id=${agent.id}`)
    assert.deepEqual(
      counts.endpoints.map(({ type }: { type: string }) => type),
      ['message'],
    )
    const since = { agent_id: agent.id, state: 'delivered', since: 0 }
    const { json: replayed } = await service.admin('POST', '/deliveries/replay', since)
    assert.ok(replayed.replayed <= 1)
  })
})
