/** A whole service with one agent that knows a little, its message webhook on loopback, and clients in all three modes. */
import type { Environment } from '../../src/platform/config.ts'
import { type DeveloperServer, startDeveloperServer } from '../harness/developer-server.ts'
import type { TestEngine } from '../harness/engines.ts'
import { type ApiAnswer, startTestService, type TestService } from '../harness/service.ts'
import { type EventReader, openEvents } from './read-events.ts'

export const MESSAGE_PATH = '/v2/conversation/message'

export interface Scene extends AsyncDisposable {
  readonly service: TestService
  readonly developer: DeveloperServer
  readonly agent: { id: string; key: string }
  conversation(userId?: string): Promise<string>
  /** Sends a request as it is. */
  post(body: unknown, key?: string): Promise<ApiAnswer>
  send(mode: string, conversation: string, content: unknown, config?: object): Promise<ApiAnswer>
  stream(conversation: string, content: unknown, config?: object): Promise<EventReader>
  /** The messages of a conversation as the platform shows them. */
  history(conversation: string): Promise<HistoryEntry[]>
  patchSettings(change: object): Promise<void>
}

export interface HistoryEntry {
  readonly message_id: string
  readonly parent_message_id: string | null
  readonly role: string
  readonly content: readonly { readonly branch_content: readonly { readonly text?: string }[] }[]
}

export const PAIRS = [
  { question: 'When are you open?', answer: 'We are open from nine to five.' },
  { question: 'How do I return a parcel?', answer: 'Use the label that came with it.' },
  { question: 'Do you ship to Norway?', answer: 'Yes, within five days.' },
]

export const requestOf = (mode: string, conversation: string, content: unknown, config?: object) => ({
  conversation_id: conversation,
  response_mode: mode,
  messages: [{ role: 'user', content }],
  ...(config ? { conversation_config: config } : {}),
})

export async function setScene(
  engine: TestEngine,
  options: { env?: Environment; webhook?: false } = {},
): Promise<Scene> {
  const developer = await startDeveloperServer()
  const service = await startTestService(engine, {
    env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8', ...options.env },
  })
  const agent = await service.newAgent()
  await service.addDocument(agent.key, PAIRS)
  if (options.webhook !== false)
    await service.admin('PUT', `/agents/${agent.id}/message-webhook`, { url: developer.url })
  const post = (body: unknown, key = agent.key) => service.api('POST', MESSAGE_PATH, body, key)
  return {
    service,
    developer,
    agent,
    post,
    async conversation(userId = 'user-1') {
      const { json } = await service.api('POST', '/v1/conversation', { user_id: userId }, agent.key)
      return json.conversation_id
    },
    send: (mode, conversation, content, config) => post(requestOf(mode, conversation, content, config)),
    stream: (conversation, content, config) =>
      openEvents(`${service.url}${MESSAGE_PATH}`, {
        key: agent.key,
        body: requestOf('streaming', conversation, content, config),
      }),
    async history(conversation) {
      const entries: HistoryEntry[] = []
      for (let page = 1; ; page++) {
        const query = `conversation_id=${conversation}&page=${page}&page_size=100`
        const { json } = await service.api('GET', `/v2/messages?${query}`, undefined, agent.key)
        entries.push(...json.conversation_content)
        if (entries.length >= json.total) return entries
      }
    },
    async patchSettings(change) {
      const answer = await service.admin('PATCH', `/agents/${agent.id}/settings`, change)
      if (answer.status !== 200) throw new Error(`settings answered ${answer.status} ${answer.text}`)
    },
    async [Symbol.asyncDispose]() {
      await developer.close()
      await service.stop()
    },
  }
}

/** The words of an entry; what several components said has an empty line between, as in a stream. */
export const textOf = (entry: HistoryEntry) =>
  entry.content
    .map(({ branch_content }) => branch_content.map(({ text }) => text ?? '').join(''))
    .join('\n\n')

/** The same of an answer in the shape of the contract. */
export const wordsOf = (body: { output: readonly { content: { text: string } }[] }) =>
  body.output.map(({ content }) => content.text).join('\n\n')
