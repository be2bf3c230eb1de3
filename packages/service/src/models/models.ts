/** The models an installation has, by its configuration. The SDK and the runtime of the local model are loaded when first needed. */
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { LOCAL_EMBEDDINGS } from '../platform/config-models.ts'
import type { Egress } from '../platform/egress/client.ts'
import type { Log } from '../platform/log.ts'
import type { ChatModel } from './chat-model.ts'
import type { Embedder } from './embedder.ts'
import { endpointOf } from './endpoint.ts'
import { createEspeak } from './espeak.ts'
import { createLocalEmbedder, type LocalEmbedder } from './local/local-embedder.ts'
import { createChatModel } from './openai-chat.ts'
import { createEndpointEmbedder } from './openai-embedder.ts'
import { createEndpointSpeech, createEndpointTranscriber } from './openai-speech.ts'
import { withRests } from './resting-chat.ts'
import type { Speech, Transcriber } from './speech.ts'
import type { Tokenizer } from './tokenizer.ts'

export interface Models {
  readonly chat: ChatModel | undefined
  readonly embedder: Embedder | undefined
  readonly speech: Speech | undefined
  readonly transcriber: Transcriber | undefined
  close(): Promise<void>
}

export interface ModelDeps {
  readonly config: Config
  readonly egress: Egress
  readonly tokenizer: Tokenizer
  readonly clock: Clock
  readonly log: Log
}

export function createModels(deps: ModelDeps): Models {
  const local = localEmbedderOf(deps)
  return {
    chat: chatOf(deps),
    embedder: local ?? endpointEmbedderOf(deps),
    speech: speechOf(deps),
    transcriber: transcriberOf(deps),
    close: async () => local?.close(),
  }
}

function chatOf({ config, egress, tokenizer, clock, log }: ModelDeps): ChatModel | undefined {
  const endpoint = endpointOf(config, config.model, 'modelBaseUrl', 'modelApiKey')
  const { modelStartTimeoutMs: startTimeoutMs } = config
  if (!endpoint) return undefined
  const deps = { endpoint, egress, tokenizer, clock, log, startTimeoutMs }
  return withRests(createChatModel(deps), deps)
}

function localEmbedderOf({ config, log }: ModelDeps): LocalEmbedder | undefined {
  if (config.embeddingModel !== LOCAL_EMBEDDINGS) return undefined
  return createLocalEmbedder({ dataFolder: config.dataFolder, log })
}

function endpointEmbedderOf({ config, egress, log }: ModelDeps): Embedder | undefined {
  const endpoint = endpointOf(config, config.embeddingModel, 'embeddingBaseUrl', 'embeddingApiKey')
  if (!endpoint) return undefined
  return createEndpointEmbedder({ endpoint, egress, timeoutMs: config.modelTimeoutMs, log })
}

function speechOf({ config, egress, log }: ModelDeps): Speech | undefined {
  const { modelTimeoutMs: timeoutMs } = config
  if (config.speechEngine === 'espeak-ng') {
    return createEspeak({ voice: config.speechVoice, timeoutMs, log })
  }
  const endpoint = endpointOf(config, config.speechModel, 'speechBaseUrl', 'speechApiKey')
  if (!endpoint) return undefined
  return createEndpointSpeech({ endpoint, egress, timeoutMs, log }, config.speechVoice)
}

function transcriberOf({ config, egress, log }: ModelDeps): Transcriber | undefined {
  const endpoint = endpointOf(config, config.transcriptionModel, 'speechBaseUrl', 'speechApiKey')
  if (!endpoint) return undefined
  return createEndpointTranscriber({ endpoint, egress, timeoutMs: config.modelTimeoutMs, log })
}
