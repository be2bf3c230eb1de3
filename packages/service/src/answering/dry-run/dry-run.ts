/**
 * A dry run answers a message as a real turn does, with a conversation and a message that are not stored. It records its
 * searches and its requests to the model.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import { askedIn } from '@tandem/languages/asks-for-person'
import { messageOf } from '../../conversations/append-message.ts'
import { newConversation } from '../../conversations/open-conversation.ts'
import type { Search, SearchResult } from '../../knowledge/search/search-result.ts'
import type { ChatModel, ChatRequest } from '../../models/chat-model.ts'
import type { Models } from '../../models/models.ts'
import type { Core } from '../../platform/core.ts'
import type { Recorder } from '../compose/start-responder.ts'
import type { Composed, TurnConfig, TurnInput, TurnPart } from '../turn.ts'
import { canHavePerson, collect } from '../turns/run-turn.ts'
import { newMessageId } from '../turns/turn-item.ts'

export interface DryRunDeps extends Pick<Core, 'clock' | 'database'> {
  readonly search: Search
  readonly models: Models
  readonly timeoutMs: number
  readonly respond: (input: TurnInput, recorder: Recorder) => AsyncIterable<TurnPart>
}

export type DryRunResult = Awaited<ReturnType<typeof tryMessage>>

const CONFIG: TurnConfig = { useHistory: true, knowledge: undefined, variables: {}, citations: true }

export async function tryMessage(
  deps: DryRunDeps,
  agentId: string,
  { text, settings, draft }: { text: string; settings: AgentSettings; draft: string | undefined },
) {
  const { database, clock } = deps
  const began = clock.now()
  const unstored = newConversation({ agentId, channel: 'API', userId: null }, began)
  const conversation = { ...unstored, last_mode: 'webhook' as const }
  const id = newMessageId(began)
  const words = { id, role: 'user', mode: 'webhook', text, content: [] } as const
  const canHandOver = settings.handoff.enabled && (await canHavePerson({ database, clock }, conversation))
  const recording = record(deps, draft)
  // A user who asks for a person would get one in place of an answer.
  const asksForPerson = canHandOver && askedIn(text, settings.handoff) !== undefined
  const composed = asksForPerson
    ? undefined
    : await composeInTime(deps, recording.recorder, {
        conversation,
        message: messageOf(conversation, words, began),
        content: [{ type: 'text', text }],
        // Speech would be stored.
        settings: { ...settings, voice: { ...settings.voice, enabled: false } },
        history: [],
        givenHistory: [],
        config: CONFIG,
        canHandOver,
      })
  const { searches, requests } = recording
  return { composed, searches, requests, model: deps.models.chat?.name, tookMs: clock.now() - began }
}

async function composeInTime(
  { clock, timeoutMs, respond }: DryRunDeps,
  recorder: Recorder,
  input: Omit<TurnInput, 'signal'>,
): Promise<Composed> {
  const late = new AbortController()
  const cancel = clock.after(timeoutMs, () => late.abort())
  try {
    const nobody = { add: () => {}, anew: () => {} }
    return await collect(respond({ ...input, signal: late.signal }, recorder), nobody)
  } finally {
    cancel()
  }
}

/** Wraps the search and the model, so that their requests are recorded. */
function record({ search, models }: DryRunDeps, draft: string | undefined) {
  const searches: ({ text: string } & SearchResult)[] = []
  const requests: ChatRequest[] = []
  const chat = models.chat && recordedModel(models.chat, requests)
  const recorder: Recorder = {
    async search(agentId, input) {
      const result = await search(agentId, { ...input, explained: true, draft })
      searches.push({ text: input.text, ...result })
      return result
    },
    models: { chat, transcriber: models.transcriber },
  }
  return { recorder, searches, requests }
}

function recordedModel(chat: ChatModel, requests: ChatRequest[]): ChatModel {
  return {
    name: chat.name,
    object: (request) => chat.object(request),
    stream(request) {
      requests.push(request)
      return chat.stream(request)
    },
  }
}
