/** Creates the configured models. The SDK and the runtime of the local model are loaded when first needed. */
import { LOCAL_EMBEDDINGS } from '../platform/config-models.ts'
import type { Core } from '../platform/core.ts'
import type { Egress } from '../platform/egress/client.ts'
import { withCircuitBreaker } from './chat-breaker.ts'
import { type Endpoint, endpointOf } from './endpoint.ts'
import { createEspeak } from './espeak.ts'
import { createLocalEmbedder } from './local/local-embedder.ts'
import { createChatModel } from './openai-chat.ts'
import { createEndpointEmbedder } from './openai-embedder.ts'
import { createEndpointSpeech, createEndpointTranscriber } from './openai-speech.ts'
import type { Tokenizer } from './tokenizer.ts'

export type Models = ReturnType<typeof createModels>

interface ModelDeps extends Pick<Core, 'config' | 'log' | 'clock'> {
  readonly egress: Egress
  readonly tokenizer: Tokenizer
}

export function createModels({ config, egress, tokenizer, clock, log }: ModelDeps) {
  const { model, embeddingModel, speechModel, transcriptionModel, dataFolder, speechVoice } = config
  const { modelTimeoutMs: timeoutMs, modelStartTimeoutMs: startTimeoutMs } = config
  const isLocal = embeddingModel === LOCAL_EMBEDDINGS
  const local = isLocal ? createLocalEmbedder({ dataFolder, log }) : undefined
  const chat = endpointOf(config, model, 'modelBaseUrl', 'modelApiKey')
  const embeddings = endpointOf(config, embeddingModel, 'embeddingBaseUrl', 'embeddingApiKey')
  const speech = endpointOf(config, speechModel, 'speechBaseUrl', 'speechApiKey')
  const transcription = endpointOf(config, transcriptionModel, 'speechBaseUrl', 'speechApiKey')
  const chatting = chat && { endpoint: chat, egress, tokenizer, clock, log, startTimeoutMs }
  const at = (endpoint: Endpoint) => ({ endpoint, egress, timeoutMs, log })
  return {
    chat: chatting && withCircuitBreaker(createChatModel(chatting), chatting),
    embedder: local ?? (embeddings && createEndpointEmbedder(at(embeddings))),
    speech:
      config.speechEngine === 'espeak-ng'
        ? createEspeak({ voice: speechVoice, timeoutMs, log })
        : speech && createEndpointSpeech(at(speech), speechVoice),
    transcriber: transcription && createEndpointTranscriber(at(transcription)),
    close: async () => local?.close(),
  }
}
