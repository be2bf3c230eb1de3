/** Pairs as long as real ones (a question of about 60 characters, an answer of about 250), and an agent to hold them. */
import { openConnection, requestBytes } from './connection.ts'
import { ADMIN_TOKEN, type Running } from './processes.ts'

export interface SamplePair {
  readonly question: string
  readonly answer: string
}

const words =
  'order delivery return invoice account password address parcel refund warranty size colour shop card payment customer email number week day office hour price offer voucher'.split(
    ' ',
  )

/** The same for the same `seed`, different in every pair. */
export function samplePairs(count: number, seed = 1): SamplePair[] {
  let state = seed
  const text = (chars: number) => {
    let line = ''
    while (line.length < chars) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      line += `${words[(state >> 8) % words.length]} `
    }
    return line.slice(0, chars)
  }
  return Array.from({ length: count }, (_, i) => ({
    question: `How about ${i}: ${text(45)}?`,
    answer: `${text(250)}.`,
  }))
}

export interface SampleAgent {
  readonly agentId: string
  readonly apiKey: string
  readonly baseId: string
}

export async function makeAgent(service: Running): Promise<SampleAgent> {
  const response = await fetch(`${service.url}/admin/v1/agents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench' }),
  })
  const { agent, api_key: apiKey } = (await response.json()) as { agent: { id: string }; api_key: string }
  const bases = await fetch(`${service.url}/v1/bot/knowledge/base/page`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const { knowledge_base } = (await bases.json()) as { knowledge_base: { id: string }[] }
  return { agentId: agent.id, apiKey, baseId: knowledge_base[0]?.id ?? '' }
}

/** Adds a document through the API and answers its id. */
export async function addDocument(
  service: Running,
  apiKey: string,
  qaList: readonly SamplePair[],
): Promise<string> {
  const connection = await openConnection(service.port)
  const body = JSON.stringify({ purpose: 'QA_TEXT', name: 'Sample', qaList })
  const reply = await connection.send(requestBytes('POST', '/v1/bot/doc/qa/add', apiKey, body))
  connection.close()
  if (reply.status !== 200) throw new Error(`Adding the sample document: ${reply.status} ${reply.body}`)
  const { doc } = JSON.parse(reply.body) as { doc: { doc_id: string }[] }
  return doc[0]?.doc_id ?? ''
}
