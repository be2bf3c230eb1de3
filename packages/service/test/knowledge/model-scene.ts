/** A service with a scripted model beside it, documents for it to convert, and what to ask the service about them. */
import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { Environment } from '../../src/platform/config.ts'
import type { TestEngine } from '../harness/engines.ts'
import {
  type ModelReply,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from '../harness/model-server.ts'
import {
  type Client,
  eventually,
  type ServiceOptions,
  startTestService,
  type TestService,
} from '../harness/service.ts'

export const ADD = '/v1/bot/doc/qa/add'
export const UPDATE = '/v1/bot/doc/qa/update'
export const base64 = (text: string) => Buffer.from(text).toString('base64')

export interface MadePair {
  question: string
  answer: string
}

export const modelEnv = (server: ModelServer): Environment => ({
  TANDEM_MODEL_BASE_URL: server.url,
  TANDEM_MODEL: 'scripted-model',
  TANDEM_EGRESS_ALLOW: '127.0.0.1',
})

export interface ModelScene extends AsyncDisposable {
  readonly model: ModelServer
  readonly service: TestService
}

export async function startModelScene(engine: TestEngine, options: ServiceOptions = {}): Promise<ModelScene> {
  const model = await startModelServer()
  model.answer(goodReply)
  const service = await startTestService(engine, { ...options, env: { ...modelEnv(model), ...options.env } })
  return {
    model,
    service,
    async [Symbol.asyncDispose]() {
      await Promise.all([model.close(), service.stop()])
    },
  }
}

/** One scene for all tests of a block; each begins with a model that answers well. */
export function sharedScene(engine: TestEngine, options?: ServiceOptions): () => ModelScene {
  let running: ModelScene | undefined
  before(async () => {
    running = await startModelScene(engine, options)
  })
  beforeEach(() => running?.model.answer(goodReply))
  after(() => running?.[Symbol.asyncDispose]())
  return () => {
    if (!running) throw new Error('The shared scene is used before it runs.')
    return running
  }
}

/** What the model was shown. */
export function passageOf({ json }: ModelRequest): string {
  const text = JSON.stringify(json?.messages ?? '')
  return JSON.parse(`"${/<passage>\\n([\s\S]*?)\\n<\/passage>/.exec(text)?.[1] ?? ''}"`)
}

export const pairsReply = (pairs: readonly MadePair[]): ModelReply => ({
  kind: 'chat',
  pieces: [JSON.stringify({ pairs })],
})

/** A pair for each sentence, as a good model would make it. */
export function goodReply(request: ModelRequest): ModelReply {
  const sentences = passageOf(request).match(/[^\n.。]+[.。]/gu) ?? []
  return pairsReply(
    sentences.map((sentence) => ({
      question: `What about: ${sentence.trim().slice(0, 40)}?`,
      answer: sentence.trim(),
    })),
  )
}

/** A document of which each section goes to the model by itself. */
export function manual(sections: number, version = 'first'): string {
  const section = (n: number) =>
    `## Overview\n\nThe ${version} edition says of part ${n} that it is tightened with a torque of ${100 + n} units. Its colour is number ${500 + n} of the chart, which is kept beside the workbench.\n`
  return `# Manual\n\n${Array.from({ length: sections }, (_, n) => section(n)).join('\n')}`
}

/** Few enough tokens that two sections of the manual are never one chunk. */
export const CHUNK_TOKENS = 60

export async function addFile(client: Client, key: string, text: string, more: object = {}): Promise<string> {
  const files = [{ file_name: 'manual.md', file_base64: base64(text) }]
  const body = { purpose: 'FILE_2_QA', files, chunk_token: CHUNK_TOKENS, ...more }
  const { json, text: said } = await client.api('POST', ADD, body, key)
  assert.equal(json?.doc?.length, 1, said)
  return json.doc[0].doc_id
}

export async function updateFile(client: Client, key: string, docId: string, text: string): Promise<void> {
  const files = [{ doc_id: docId, file_name: 'manual.md', file_base64: base64(text) }]
  const { json, text: said } = await client.api('PUT', UPDATE, { files, chunk_token: CHUNK_TOKENS }, key)
  assert.equal(json?.doc?.length, 1, said)
}

export async function statusOf(client: Client, key: string, docId: string): Promise<string> {
  const { json } = await client.api('GET', `/v1/bot/data/detail/list?data_ids=${docId}`, undefined, key)
  return json[0]?.data_status
}

export function untilStatus(client: Client, key: string, docId: string, wanted: string): Promise<string> {
  return eventually(
    `status of the document, wanted ${wanted}`,
    () => statusOf(client, key, docId),
    (status) => status === wanted,
    60_000,
  )
}

export async function pairsIn(service: TestService, agentId: string, docId: string) {
  const { json } = await service.admin('GET', `/agents/${agentId}/documents/${docId}/pairs?limit=500`)
  return json.items as (MadePair & {
    origin: { how: string; start: number; end: number; heading?: string } | null
  })[]
}

export async function conversionOf(service: TestService, agentId: string, docId: string) {
  return (await service.admin('GET', `/agents/${agentId}/documents/${docId}/conversion`)).json
}
