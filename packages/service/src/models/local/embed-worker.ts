/** The thread of the local model: checks the files, loads them once, and embeds batches. */
import { workerData } from 'node:worker_threads'
import { serveThread } from '../../platform/thread.ts'
import { findDamage } from './check-files.ts'
import { neededFiles } from './needed-files.ts'
import { openModel } from './run-model.ts'

const { folder } = workerData as { folder: string }

const opening = (async () => {
  const damage = await findDamage(folder, neededFiles())
  if (damage !== null) throw new Error(damage)
  return openModel(folder)
})()
// The first request reports the error.
opening.catch(() => {})

serveThread(async (texts: readonly string[]) => (await opening).embed(texts))
