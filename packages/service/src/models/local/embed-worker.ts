/** The thread of the local model: checks the files, loads them once, and embeds batch after batch. */
import { parentPort, workerData } from 'node:worker_threads'
import { findDamage } from './check-files.ts'
import { neededFiles } from './needed-files.ts'
import { openModel } from './run-model.ts'

export interface EmbedAnswer {
  readonly id: number
  readonly vectors?: Float32Array
  readonly problem?: string
}

const { folder } = workerData as { folder: string }

const opening = (async () => {
  const damage = await findDamage(folder, neededFiles())
  if (damage !== null) throw new Error(damage)
  return openModel(folder)
})()
// Told to whoever asks first.
opening.catch(() => {})

parentPort?.on('message', async ({ id, texts }: { id: number; texts: string[] }) => {
  try {
    const model = await opening
    const vectors = await model.embed(texts)
    parentPort?.postMessage({ id, vectors } satisfies EmbedAnswer, [vectors.buffer as ArrayBuffer])
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    parentPort?.postMessage({ id, problem } satisfies EmbedAnswer)
  }
})
