/** Runs MiniLM: for each text, the mean of its tokens' vectors, scaled to length 1. Must run in a thread. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { normalise } from '../embedder.ts'
import { MODEL_FILE, VOCABULARY_FILE } from './needed-files.ts'
import { createWordPieces } from './word-pieces.ts'

export const DIMENSIONS = 384
/** The number of tokens with which the model was trained. */
const MAX_TOKENS = 256

/** The part of ONNX Runtime that is used here. */
interface Runtime {
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => object
  InferenceSession: { create(path: string, options: object): Promise<Session> }
}
interface Session {
  run(feeds: Record<string, object>): Promise<Record<string, { data: Float32Array; dims: readonly number[] }>>
}

export async function openModel(folder: string) {
  const runtime: Runtime = createRequire(join(folder, 'model.js'))('onnxruntime-node')
  const words = createWordPieces(await readFile(join(folder, VOCABULARY_FILE), 'utf8'))
  const session = await runtime.InferenceSession.create(join(folder, MODEL_FILE), {
    executionProviders: ['cpu'],
    // The other processors are for the service.
    intraOpNumThreads: Math.max(1, Math.floor(availableParallelism() / 2)),
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  })

  return {
    /** Returns all vectors, concatenated. */
    async embed(texts: readonly string[]): Promise<Float32Array> {
      const rows = texts.map((text) => words.encode(text, MAX_TOKENS))
      const width = Math.max(...rows.map((row) => row.length))
      const ids = new BigInt64Array(rows.length * width)
      const mask = new BigInt64Array(rows.length * width)
      for (const [at, row] of rows.entries()) {
        for (const [place, number] of row.entries()) {
          ids[at * width + place] = BigInt(number)
          mask[at * width + place] = 1n
        }
      }
      const dims = [rows.length, width]
      const tensor = (data: BigInt64Array) => new runtime.Tensor('int64', data, dims)
      const answer = await session.run({
        input_ids: tensor(ids),
        attention_mask: tensor(mask),
        token_type_ids: tensor(new BigInt64Array(ids.length)),
      })
      const hidden = answer.last_hidden_state
      if (hidden?.dims[2] !== DIMENSIONS) throw new Error('The model gave vectors of another size.')
      return meansOf(hidden.data, rows, width)
    },
  }
}

function meansOf(hidden: Float32Array, rows: readonly number[][], width: number): Float32Array {
  const means = new Float32Array(rows.length * DIMENSIONS)
  for (const [at, { length }] of rows.entries()) {
    const mean = means.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)
    for (let place = 0; place < length; place++) {
      const from = (at * width + place) * DIMENSIONS
      for (let d = 0; d < DIMENSIONS; d++) mean[d] = (mean[d] as number) + (hidden[from + d] as number)
    }
    if (!normalise(mean)) throw new Error('The model gave a vector without length.')
  }
  return means
}
