/**
 * The memory of the service a minute after the last of 200 files, sent one after another as people upload them: the real
 * files where there are some and the lookalikes, again from the first until there are 200. The processes that read files have
 * ended by then, so the service alone is counted.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { documentSets } from '../document-sets.ts'
import type { Bench } from '../measure.ts'
import { newFolder, type Running, serve } from '../processes.ts'
import { makeAgent } from '../sample-data.ts'

const FILES = 200
const MOST_MIB = 300
const AFTER_MS = 60_000
const MIB = 1024 * 1024

export const bench: Bench = {
  name: `memory a minute after the last of ${FILES} files`,
  target: `less than ${MOST_MIB} MiB`,
  async run() {
    const service = await serve(newFolder('files'))
    const { apiKey } = await makeAgent(service)
    const beforeMib = memoryMib(service)
    const files = documentSets().flatMap(({ files }) => files)
    const statuses: number[] = []
    for (let i = 0; i < FILES; i++) {
      const { name, bytes } = files[i % files.length] as (typeof files)[number]
      statuses.push(await sendFile(service, apiKey, name, bytes()))
    }
    const afterMib = memoryMib(service)
    await pause(AFTER_MS)
    const value = memoryMib(service)
    const peakMib = Math.round((service.peakBytes() ?? Number.NaN) / MIB)
    await service.stop()
    return {
      value,
      unit: 'MiB',
      met: value < MOST_MIB,
      details: {
        before: `${beforeMib} MiB`,
        'right after the last file': `${afterMib} MiB`,
        'at most': `${peakMib} MiB`,
        'files that became pairs': statuses.filter((status) => status === 200).length,
        'files that were refused': statuses.filter((status) => status !== 200).length,
      },
    }
  },
}

const memoryMib = (service: Running) => Math.round((service.nowBytes() ?? Number.NaN) / MIB)

async function sendFile(service: Running, apiKey: string, name: string, bytes: Uint8Array): Promise<number> {
  const file = { file_name: name, file_base64: Buffer.from(bytes).toString('base64') }
  const response = await fetch(`${service.url}/v1/bot/doc/qa/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ purpose: 'FILE_2_QA', files: [file] }),
  })
  const { doc = [] } = (await response.json()) as { doc?: { doc_id?: string }[] }
  return doc[0]?.doc_id ? response.status : 422
}
