/** Checks the keys of models, which only make sense together: for each incomplete setting, what is missing and what to do. */
import type { modelKeys } from './config-keys-models.ts'

export const LOCAL_EMBEDDINGS = 'minilm'

type Keys = typeof modelKeys
/** The texts and choices among the keys of models. */
type ModelConfig = {
  readonly [K in keyof Keys as Keys[K]['kind'] extends 'number' ? never : K]: string | undefined
}

export function modelProblems(config: ModelConfig): string[] {
  return [...chatProblems(config), ...embeddingProblems(config), ...speechProblems(config)]
}

function chatProblems({ modelBaseUrl, model, modelApiKey }: ModelConfig): string[] {
  const problems: string[] = []
  if (modelBaseUrl && !model)
    problems.push(missing('TANDEM_MODEL', 'the name of a model', 'TANDEM_MODEL_BASE_URL'))
  if (model && !modelBaseUrl)
    problems.push(missing('TANDEM_MODEL_BASE_URL', 'the address of its endpoint', 'TANDEM_MODEL'))
  if (modelApiKey && !modelBaseUrl && !model)
    problems.push(missing('TANDEM_MODEL_BASE_URL', 'the address of its endpoint', 'TANDEM_MODEL_API_KEY'))
  return problems
}

function embeddingProblems(config: ModelConfig): string[] {
  const { embeddingModel, embeddingBaseUrl, embeddingApiKey, modelBaseUrl } = config
  const given = embeddingBaseUrl
    ? 'TANDEM_EMBEDDING_BASE_URL'
    : embeddingApiKey
      ? 'TANDEM_EMBEDDING_API_KEY'
      : null
  if (!embeddingModel) return given ? [missing('TANDEM_EMBEDDING_MODEL', 'the name of a model', given)] : []
  if (embeddingModel === LOCAL_EMBEDDINGS) {
    return given
      ? [useless(given, `TANDEM_EMBEDDING_MODEL is ${LOCAL_EMBEDDINGS}, which runs on this machine`)]
      : []
  }
  if (embeddingBaseUrl || modelBaseUrl) return []
  return [missing('TANDEM_EMBEDDING_BASE_URL', 'the address of its endpoint', 'TANDEM_EMBEDDING_MODEL')]
}

function speechProblems(config: ModelConfig): string[] {
  const { speechEngine, speechModel, speechVoice, transcriptionModel } = config
  const problems: string[] = []
  const isProgram = speechEngine === 'espeak-ng'
  if (isProgram && speechModel)
    problems.push(useless('TANDEM_SPEECH_MODEL', 'TANDEM_SPEECH_ENGINE is espeak-ng, which takes none'))
  if (speechVoice && !speechModel && !isProgram)
    problems.push(missing('TANDEM_SPEECH_MODEL', 'the name of a model', 'TANDEM_SPEECH_VOICE'))

  const named = speechModel ? 'TANDEM_SPEECH_MODEL' : transcriptionModel ? 'TANDEM_TRANSCRIPTION_MODEL' : null
  const base = config.speechBaseUrl ?? config.modelBaseUrl
  if (named && !base) problems.push(missing('TANDEM_SPEECH_BASE_URL', 'the address of its endpoint', named))
  const given = config.speechBaseUrl
    ? 'TANDEM_SPEECH_BASE_URL'
    : config.speechApiKey
      ? 'TANDEM_SPEECH_API_KEY'
      : null
  if (given && !named)
    problems.push(missing('TANDEM_SPEECH_MODEL or TANDEM_TRANSCRIPTION_MODEL', 'the name of a model', given))
  return problems
}

function missing(env: string, needed: string, given: string): string {
  return `${env}: found nothing, needed ${needed}, since ${given} is set. Set it too, or unset ${given}.`
}

function useless(env: string, why: string): string {
  return `${env}: found a value, needed none: ${why}. Unset one of the two.`
}
