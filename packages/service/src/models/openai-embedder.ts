/** Embeddings from an OpenAI-compatible endpoint: in batches, a few at a time, checked and scaled to length 1. */
import { mapConcurrently } from '../platform/time-slices.ts'
import { asObject } from './clean-events.ts'
import { type Embedder, type EmbedResult, inBatches, normalise } from './embedder.ts'
import { badAnswer, type EndpointDeps, orFailure, post } from './endpoint.ts'
import { parseJson } from './find-json.ts'

const MOST_TEXTS = 64
const MOST_CHARS = 100_000
/** A response is parsed in one piece, which takes 20 ms for this many numbers. */
const MOST_NUMBERS = 65_536
const MOST_DIMENSIONS = 8192
/** The length of a number in a response that is laid out for people. */
const BYTES_PER_NUMBER = 40
const AT_A_TIME = 4
/** The limit of common models, for a script with the most tokens per character. */
const MAX_TEXT_CHARS = 8000

export function createEndpointEmbedder(deps: EndpointDeps): Embedder {
  const { endpoint } = deps
  let dimensions: number | null = null
  /** A differing length of the last response: an endpoint may change its model under the same name. */
  let other: number | null = null

  /** One response with another length is an error; two in a row with the same length are a new model. */
  function checkLength(length: number): void {
    if (length === dimensions || length === other) dimensions = length
    dimensions ??= length
    other = length === dimensions ? null : length
    if (other !== null) throw badAnswer(`the model gave ${length} dimensions, and ${dimensions} before`)
  }

  async function embedBatch(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const body = { model: endpoint.model, input: texts, encoding_format: 'float' }
    const maxResponseBytes = texts.length * MOST_DIMENSIONS * BYTES_PER_NUMBER
    const request = { path: '/embeddings', body, maxResponseBytes, signal }
    const text = await post(deps, request, (response) => response.text())
    const vectors = readVectors(text, texts.length)
    const [first, ...rest] = vectors.map(({ length }) => length)
    const odd = rest.find((length) => length !== first)
    if (odd !== undefined)
      throw badAnswer(`the model gave ${odd} dimensions, and ${first} in the same answer`)
    if (first !== undefined) checkLength(first)
    return vectors
  }

  return {
    id: `${endpoint.model}@${new URL(endpoint.baseUrl).host}`,
    get dimensions() {
      return dimensions
    },
    async embed(texts, signal): Promise<EmbedResult> {
      const own = new AbortController()
      const both = signal ? AbortSignal.any([signal, own.signal]) : own.signal
      const result = await orFailure(deps, 'embedding', signal, async () => {
        signal?.throwIfAborted()
        const most = Math.floor(MOST_NUMBERS / (dimensions ?? 1))
        const size = { texts: Math.min(MOST_TEXTS, Math.max(1, most)), chars: MOST_CHARS }
        const made = await mapConcurrently(inBatches(texts.map(sendable), size), AT_A_TIME, (batch) =>
          embedBatch(batch, both),
        )
        return { vectors: made.flat() }
      })
      // If one batch failed, the others are useless.
      own.abort()
      return result
    },
  }
}

/** Endpoints refuse an empty text. */
const sendable = (text: string) => text.slice(0, MAX_TEXT_CHARS).trim() || '.'

function readVectors(text: string, count: number): Float32Array[] {
  // Checked by hand: a schema takes a hundred milliseconds for a response of a model with many dimensions.
  const { data } = asObject(parseJson(text)?.value)
  if (!Array.isArray(data)) throw badAnswer('the answer of the model holds no embeddings')
  if (data.length !== count) throw badAnswer(`the model gave ${data.length} embeddings, needed ${count}`)
  const vectors = new Array<Float32Array>(count)
  for (const [at, each] of data.entries()) {
    const { index = at, embedding } = asObject(each)
    if (!Array.isArray(embedding) || !embedding.every((value) => typeof value === 'number'))
      throw badAnswer('the answer of the model holds no embeddings')
    const vector = normalise(Float32Array.from(embedding))
    if (!vector) throw badAnswer('the model gave an embedding without length')
    vectors[Number(index)] = vector
  }
  // An index that is missing, given twice or too high leaves a hole.
  for (let at = 0; at < count; at++)
    if (!vectors[at]) throw badAnswer('the model gave embeddings out of their places')
  return vectors
}
