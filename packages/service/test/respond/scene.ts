/** An agent that can be talked to without HTTP: a real store, real knowledge, real models at an endpoint of the test's choice. */
import assert from 'node:assert/strict'
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { UserContent } from '@tandem/contract/conversation'
import { detectLanguage } from '@tandem/languages/detect-language'
import { Registry } from 'prom-client'
import { createAgent } from '../../src/agents/manage-agents.ts'
import { createSettings } from '../../src/agents/settings.ts'
import { createResponder } from '../../src/answering/compose/start-responder.ts'
import type { Composed, GivenMessage, TurnConfig, TurnInput } from '../../src/answering/turn.ts'
import { appendMessage } from '../../src/conversations/append-message.ts'
import { openConversation } from '../../src/conversations/open-conversation.ts'
import { BETWEEN_SPOKEN } from '../../src/conversations/send-to-user.ts'
import {
  type ConversationRow,
  lockConversation,
  type MessageRow,
  messagesBefore,
} from '../../src/conversations/store.ts'
import { addDocument, removeDocuments } from '../../src/knowledge/documents.ts'
import { createFileBudget, createFileFetcher } from '../../src/knowledge/fetch-file.ts'
import { createFileReader } from '../../src/knowledge/file-reader.ts'
import { createKnowledgeMetrics } from '../../src/knowledge/metrics.ts'
import { createIndexes } from '../../src/knowledge/search/index/indexes.ts'
import { searchOver } from '../../src/knowledge/search/search.ts'
import { createModels } from '../../src/models/models.ts'
import { createTokenizer } from '../../src/models/tokenizer.ts'
import { type Clock, systemClock } from '../../src/platform/clock.ts'
import { type Environment, readConfig } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { parseAllowList } from '../../src/platform/egress/address-rules.ts'
import { createEgress } from '../../src/platform/egress/client.ts'
import type { Call } from '../../src/platform/http/route.ts'
import { createLog } from '../../src/platform/log.ts'
import type { TestEngine } from '../harness/engines.ts'

export interface Turn extends Composed {
  readonly pieces: readonly string[]
  /** All that was said, as it would be stored. */
  readonly text: string
}

export interface Ask {
  readonly text?: string
  readonly content?: UserContent
  readonly config?: Partial<TurnConfig>
  readonly given?: readonly GivenMessage[]
  readonly canHandOver?: boolean
  readonly signal?: AbortSignal
}

export interface Talker {
  readonly conversation: () => ConversationRow
  ask(what: string | Ask): Promise<Turn>
  /** Stores words that are no answer of a turn. */
  store(role: MessageRow['role'], text: string): Promise<void>
}

export interface Scene extends AsyncDisposable {
  readonly agentId: string
  readonly database: Database
  readonly logLines: readonly string[]
  learn(pairs: readonly { question: string; answer: string }[], name?: string): Promise<string>
  forget(docId: string): Promise<void>
  set(change: Partial<{ [S in keyof AgentSettings]: Partial<AgentSettings[S]> }>): Promise<void>
  talker(): Promise<Talker>
  fetchAudio(name: string): ReturnType<ReturnType<typeof createResponder>['serveAudio']>
  close(): Promise<void>
}

export async function openScene(
  engine: TestEngine,
  { env = {}, clock = systemClock }: { env?: Environment; clock?: Clock } = {},
): Promise<Scene> {
  const store = await engine.freshEnvironment()
  const config = readConfig('serve', { TANDEM_EGRESS_ALLOW: '127.0.0.1', ...store.env, ...env })
  const logLines: string[] = []
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const database = await openDatabase(config, log)
  await migrate(database, clock.now())
  const { agent } = await createAgent(database, clock, 'Test agent')
  const settings = createSettings(database, clock)
  const search = searchOver({ database, indexes: createIndexes({ database, limitBytes: 1e9 }) })
  const tokenizer = createTokenizer()
  const egress = createEgress({ allow: parseAllowList(config.egressAllow ?? '') })
  const models = createModels({ config, egress, tokenizer, clock, log })
  const limits = { questionChars: 2000, answerChars: 20_000, pairs: 10_000 }
  const reader = createFileReader({ limits })
  const { fileLimitBytes: fileBytes, pdfLimitBytes: pdfBytes, downloadTimeoutMs } = config
  const fileLimits = { fileBytes, pdfBytes, downloadTimeoutMs }
  const fileBudget = createFileBudget(fileLimits)
  const fetchFile = createFileFetcher(egress, fileLimits, fileBudget, log)
  const metrics = createKnowledgeMetrics(new Registry())
  const knowledge = {
    database,
    clock,
    contentAdded() {},
    contentChanged() {},
    metrics,
    requireRoom: async () => {},
  }
  const parts = {
    config,
    database,
    search,
    models,
    tokenizer,
    egress,
    reader,
    clock,
    log,
  }
  const responder = createResponder({ ...parts, fetchFile, fileBudget })

  async function talker(): Promise<Talker> {
    let conversation = await openConversation(
      { database, clock },
      { agentId: agent.id, channel: 'API', userId: 'u' },
    )
    const append = (words: Omit<Parameters<typeof appendMessage>[2], 'mode'>) =>
      database.transaction('test', async (tx) => {
        const locked = (await lockConversation(tx, conversation.id)) as ConversationRow
        const stored = await appendMessage(tx, locked, { mode: 'blocking', ...words }, clock.now())
        conversation = stored.conversation
        return stored.message
      })
    return {
      conversation: () => conversation,
      async store(role, text) {
        await append({ role, text, content: [] })
      },
      async ask(what) {
        const ask = typeof what === 'string' ? { text: what } : what
        const text = ask.text ?? ''
        const content = ask.content ?? [{ type: 'text', text }]
        const message = await append({ role: 'user', text, content, language: detectLanguage(text) })
        const history = await messagesBefore(database, conversation.id, message.seq, 50)
        const pieces: string[] = []
        let turn: Composed | undefined
        const input: TurnInput = {
          conversation,
          message,
          content,
          settings: await settings.of(agent.id),
          history,
          givenHistory: ask.given ?? [],
          config: { useHistory: true, knowledge: undefined, variables: {}, citations: false, ...ask.config },
          canHandOver: ask.canHandOver ?? false,
          signal: ask.signal ?? new AbortController().signal,
        }
        for await (const part of responder.respond(input)) {
          assert.equal(turn, undefined, 'nothing comes after the end')
          if (part.kind === 'piece') pieces.push(part.text)
          else if (part.kind === 'anew') pieces.length = 0
          else turn = part.turn
        }
        assert.ok(turn, 'the last part is the end')
        const said = turn.spoken.map((each) => each.text).join(BETWEEN_SPOKEN)
        assert.equal(pieces.join(''), said, 'the pieces joined are what is stored')
        assert.ok(!pieces.includes(''), 'no piece is empty')
        if (turn.spoken.length > 0)
          await append({ role: 'assistant', text: said, content: turn.spoken, detail: turn.detail })
        return { ...turn, pieces, text: said }
      },
    }
  }

  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= (async () => {
      await responder.stop()
      await Promise.all([egress.close(), models.close(), tokenizer.close(), reader.close()])
      await database.close()
      await store.remove()
    })()
    return closed
  }
  return {
    agentId: agent.id,
    database,
    logLines,
    async learn(pairs, name = 'Handbook') {
      return (
        await addDocument(knowledge, agent.id, { name, baseId: undefined, sourceUrl: null, content: pairs })
      ).doc_id
    },
    async forget(docId) {
      await removeDocuments(knowledge, agent.id, [docId])
    },
    async set(change) {
      await settings.change(agent.id, change)
    },
    talker,
    fetchAudio: (name) => responder.serveAudio({ params: { name }, headers: {} } as unknown as Call),
    close,
    [Symbol.asyncDispose]: close,
  }
}

export const shop = [
  {
    question: 'How do I return a shoe?',
    answer: 'Send it back within **30 days**.\n\nThe label is in the box.',
  },
  { question: 'Where is my parcel?', answer: 'Follow the link in the mail we sent you.' },
  { question: 'What are your opening hours?', answer: 'Monday to Friday, 9 to 18 o’clock.' },
  { question: 'How do I change my delivery address?', answer: 'Write to us before the parcel leaves.' },
  { question: 'How do I change my billing address?', answer: 'In your account, under Billing.' },
  { question: 'Do you ship to Norway?', answer: 'Yes, in about a week.' },
]
