/** The configuration keys of models: chat, embeddings, speech and transcription. */
import { HOUR_MS } from './clock.ts'
import { count, type Key, printable, type TextKey } from './config-key.ts'

const address = (env: string, says: string) =>
  ({
    kind: 'text',
    env,
    fallback: undefined,
    pattern: /^https?:\/\/[^\s?#@]+$/,
    needed: 'an http or https address without query, user name or password',
    isBase: true,
    says,
  }) as const satisfies TextKey

const apiKey = (env: string, says: string) => ({
  ...printable(env, /^[\x21-\x7e]{1,4096}$/, '1 to 4096', says),
  secret: true,
})

const modelName = (env: string, says: string) => printable(env, /^[\x21-\x7e]{1,200}$/, '1 to 200', says)

export const modelKeys = {
  modelBaseUrl: address(
    'TANDEM_MODEL_BASE_URL',
    'Base URL of an OpenAI-compatible endpoint for chat, such as https://models.example.com/v1. Goes together with TANDEM_MODEL.',
  ),
  modelApiKey: apiKey('TANDEM_MODEL_API_KEY', 'Key of that endpoint, where it wants one.'),
  model: modelName('TANDEM_MODEL', 'Name of the chat model at that endpoint.'),
  modelTimeoutMs: count(
    'TANDEM_MODEL_TIMEOUT_MS',
    { fallback: 60_000, min: 1000, max: HOUR_MS, unit: 'ms' },
    'Time of one request to a model in all, from look-up to the last byte of the response.',
  ),
  modelStartTimeoutMs: count(
    'TANDEM_MODEL_START_TIMEOUT_MS',
    { fallback: 30_000, min: 100, max: HOUR_MS, unit: 'ms' },
    'Time in which an answer of the chat model must have begun to come; raise it for models that think for long without a word.',
  ),
  embeddingModel: modelName(
    'TANDEM_EMBEDDING_MODEL',
    'Name of an embedding model at the endpoint, or `minilm` for the local one that `tandem model install` fetches.',
  ),
  embeddingBaseUrl: address(
    'TANDEM_EMBEDDING_BASE_URL',
    'Base URL of the endpoint for embeddings; TANDEM_MODEL_BASE_URL unless set.',
  ),
  embeddingApiKey: apiKey(
    'TANDEM_EMBEDDING_API_KEY',
    'Key of the endpoint for embeddings; TANDEM_MODEL_API_KEY unless set, and only where the base URL is that one too.',
  ),
  speechEngine: {
    kind: 'choice',
    env: 'TANDEM_SPEECH_ENGINE',
    choices: ['endpoint', 'espeak-ng'],
    fallback: 'endpoint',
    says: 'What speaks: the endpoint, where TANDEM_SPEECH_MODEL names a model, or the program espeak-ng on this machine.',
  },
  speechBaseUrl: address(
    'TANDEM_SPEECH_BASE_URL',
    'Base URL of the endpoint for speech and transcription; TANDEM_MODEL_BASE_URL unless set.',
  ),
  speechApiKey: apiKey(
    'TANDEM_SPEECH_API_KEY',
    'Key of the endpoint for speech; TANDEM_MODEL_API_KEY unless set, and only where the base URL is that one too.',
  ),
  speechModel: modelName('TANDEM_SPEECH_MODEL', 'Name of the model that turns text into speech.'),
  speechVoice: modelName(
    'TANDEM_SPEECH_VOICE',
    'Voice it speaks with: a name the endpoint knows (`alloy` unless set), or a voice of espeak-ng (that of the language unless set).',
  ),
  transcriptionModel: modelName(
    'TANDEM_TRANSCRIPTION_MODEL',
    'Name of the model that turns speech into text.',
  ),
} as const satisfies Record<string, Key>
