/** Which models there are follows from the configuration; a half-made one stops the start and says what is missing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createModels } from '../../src/models/models.ts'
import type { Tokenizer } from '../../src/models/tokenizer.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { ConfigError, configSummary, type Environment, readConfig } from '../../src/platform/config.ts'
import type { Egress } from '../../src/platform/egress/client.ts'
import { createLog } from '../../src/platform/log.ts'

const URL = 'https://models.example/v1'
const CHAT = { TANDEM_MODEL_BASE_URL: URL, TANDEM_MODEL: 'm' }

/** Nothing here sends or counts anything. */
const NOTHING = {
  egress: {} as Egress,
  tokenizer: {} as Tokenizer,
  clock: systemClock,
  log: createLog('silent'),
}

function kindsOf(env: Environment): string[] {
  const { close: _, ...models } = createModels({ config: readConfig('serve', env), ...NOTHING })
  return Object.entries(models).flatMap(([kind, model]) => (model ? [kind] : []))
}

function problemsOf(env: Environment): readonly string[] {
  try {
    readConfig('serve', env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('there are the models that are configured, and no others', () => {
  assert.deepEqual(kindsOf({}), [])
  assert.deepEqual(kindsOf(CHAT), ['chat'])
  assert.deepEqual(kindsOf({ ...CHAT, TANDEM_EMBEDDING_MODEL: 'e' }), ['chat', 'embedder'])
  assert.deepEqual(kindsOf({ TANDEM_EMBEDDING_MODEL: 'minilm' }), ['embedder'])
  assert.deepEqual(kindsOf({ TANDEM_EMBEDDING_MODEL: 'e', TANDEM_EMBEDDING_BASE_URL: URL }), ['embedder'])
  assert.deepEqual(kindsOf({ TANDEM_SPEECH_BASE_URL: URL, TANDEM_TRANSCRIPTION_MODEL: 't' }), ['transcriber'])
  assert.deepEqual(kindsOf({ ...CHAT, TANDEM_SPEECH_MODEL: 's', TANDEM_SPEECH_VOICE: 'v' }), [
    'chat',
    'speech',
  ])
  assert.deepEqual(kindsOf({ TANDEM_SPEECH_ENGINE: 'espeak-ng', TANDEM_SPEECH_VOICE: 'en' }), ['speech'])
})

test('a half-made configuration is refused, with what is missing and because of what', () => {
  const cases: [Environment, RegExp][] = [
    [
      { TANDEM_MODEL_BASE_URL: URL },
      /^TANDEM_MODEL: found nothing, needed .+ since TANDEM_MODEL_BASE_URL is set\./,
    ],
    [{ TANDEM_MODEL: 'm' }, /^TANDEM_MODEL_BASE_URL: found nothing, .+ since TANDEM_MODEL is set/],
    [{ TANDEM_MODEL_API_KEY: 'k' }, /^TANDEM_MODEL_BASE_URL: .+ since TANDEM_MODEL_API_KEY is set/],
    [{ TANDEM_EMBEDDING_MODEL: 'e' }, /^TANDEM_EMBEDDING_BASE_URL: .+ since TANDEM_EMBEDDING_MODEL is set/],
    [
      { TANDEM_EMBEDDING_BASE_URL: URL },
      /^TANDEM_EMBEDDING_MODEL: .+ since TANDEM_EMBEDDING_BASE_URL is set/,
    ],
    [
      { ...CHAT, TANDEM_EMBEDDING_API_KEY: 'k' },
      /^TANDEM_EMBEDDING_MODEL: .+ since TANDEM_EMBEDDING_API_KEY/,
    ],
    [
      { TANDEM_EMBEDDING_MODEL: 'minilm', TANDEM_EMBEDDING_BASE_URL: URL },
      /^TANDEM_EMBEDDING_BASE_URL: found a value, needed none: TANDEM_EMBEDDING_MODEL is minilm/,
    ],
    [{ TANDEM_SPEECH_MODEL: 's' }, /^TANDEM_SPEECH_BASE_URL: .+ since TANDEM_SPEECH_MODEL is set/],
    [
      { TANDEM_TRANSCRIPTION_MODEL: 't' },
      /^TANDEM_SPEECH_BASE_URL: .+ since TANDEM_TRANSCRIPTION_MODEL is set/,
    ],
    [{ TANDEM_SPEECH_BASE_URL: URL }, /^TANDEM_SPEECH_MODEL or .+ since TANDEM_SPEECH_BASE_URL is set/],
    [
      { ...CHAT, TANDEM_SPEECH_API_KEY: 'k' },
      /^TANDEM_SPEECH_MODEL or .+ since TANDEM_SPEECH_API_KEY is set/,
    ],
    [{ TANDEM_SPEECH_VOICE: 'v' }, /^TANDEM_SPEECH_MODEL: .+ since TANDEM_SPEECH_VOICE is set/],
    [
      { ...CHAT, TANDEM_SPEECH_ENGINE: 'espeak-ng', TANDEM_SPEECH_MODEL: 's' },
      /^TANDEM_SPEECH_MODEL: found a value, needed none: TANDEM_SPEECH_ENGINE is espeak-ng/,
    ],
  ]
  for (const [env, line] of cases) {
    const problems = problemsOf(env)
    assert.equal(problems.length, 1, JSON.stringify(env))
    assert.match(problems[0] ?? '', line)
  }
})

test('keys are secrets: the summary for the log only says that they are set', () => {
  const env = {
    ...CHAT,
    TANDEM_MODEL_API_KEY: 'hush',
    TANDEM_EMBEDDING_MODEL: 'e',
    TANDEM_EMBEDDING_API_KEY: 'hush',
  }
  const summary = configSummary(readConfig('serve', env))
  assert.equal(summary.TANDEM_MODEL_API_KEY, 'set')
  assert.ok(!JSON.stringify(summary).includes('hush'))
})
