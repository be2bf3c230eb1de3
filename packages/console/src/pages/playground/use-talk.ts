/** A talk of the playground: says what is typed in the chosen way, and keeps what went over the wire meanwhile. */
import type { Tandem, TandemError } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useAccount } from '../../agent.ts'
import { queryClient, recordedAgent } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { playgroundQueries } from './queries.ts'
import { type Exchange, recordingFetch } from './record-wire.ts'

export const modes = ['blocking', 'streaming', 'webhook'] as const
export type Mode = (typeof modes)[number]

/** What was said and is not stored yet, with the answer as far as it is written. */
export interface Saying {
  readonly text: string
  readonly written: string
}

/** Older ones fall off. */
const MOST_EXCHANGES = 200

/** By agent, for as long as the page is open: who looks at another screen comes back to the same talk. */
const left = new Map<string, { readonly conversation?: string; readonly exchanges: readonly Exchange[] }>()

export type PlaygroundTalk = ReturnType<typeof useTalk>

export function useTalk(agentId: string) {
  const account = useAccount()
  const [{ conversation, mode: given }, change] = useFilters(['conversation', 'mode'])
  const before = left.get(agentId)
  const mode = modes.find((each) => each === given) ?? 'blocking'
  const [exchanges, setExchanges] = useState<readonly Exchange[]>(before?.exchanges ?? [])
  const [saying, setSaying] = useState<Saying>()
  const [error, setError] = useState<TandemError>()
  const agent = useMemo(() => {
    const tell = (exchange: Exchange) =>
      setExchanges((all) => [...all.filter(({ id }) => id !== exchange.id), exchange].slice(-MOST_EXCHANGES))
    return recordedAgent(agentId, recordingFetch(tell))
  }, [agentId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen is opened
  useEffect(() => {
    if (conversation === undefined && before?.conversation) change({ conversation: before.conversation })
  }, [])
  useEffect(() => {
    if (conversation !== undefined) left.set(agentId, { conversation, exchanges })
  }, [agentId, conversation, exchanges])
  const talk = useQuery({
    ...playgroundQueries.talk(conversation ?? ''),
    enabled: conversation !== undefined,
  })

  async function begin(): Promise<string> {
    const { conversation_id } = await agent.operations.createConversation({
      user_id: `playground-${account.id}`,
      playground: true,
    })
    change({ conversation: conversation_id })
    return conversation_id
  }

  /** Does something in the talk and shows what came of it; answers whether it worked. */
  async function act(work: (chat: ReturnType<Tandem['conversations']['open']>) => Promise<unknown>) {
    setError(undefined)
    try {
      const id = conversation ?? (await begin())
      await work(agent.conversations.open(id))
      await queryClient.invalidateQueries({ queryKey: playgroundQueries.talk(id).queryKey })
      return true
    } catch (failure) {
      setError(failure as TandemError)
      return false
    } finally {
      setSaying(undefined)
    }
  }

  const say = (text: string) =>
    act(async (chat) => {
      setSaying({ text, written: '' })
      if (mode === 'webhook') return chat.submit(text)
      if (mode === 'blocking') return chat.send(text)
      for await (const part of chat.stream(text)) {
        if (part.type === 'person') setSaying({ text, written: '' })
        if (part.type === 'text') setSaying((now) => ({ text, written: (now?.written ?? '') + part.text }))
      }
    })

  const anew = useCallback(() => {
    left.delete(agentId)
    change({ conversation: undefined })
    setExchanges([])
    setError(undefined)
  }, [agentId, change])

  return {
    agentId,
    conversationId: conversation,
    mode,
    setMode: (next: string) => change({ mode: next === 'blocking' ? undefined : next }),
    exchanges,
    saying,
    error,
    query: talk,
    conversation: conversation === undefined ? undefined : talk.data?.conversation,
    messages: conversation === undefined ? [] : (talk.data?.messages ?? []),
    say,
    anew,
    askForPerson: () => act((chat) => chat.handOver()),
    endHandoff: () => act((chat) => chat.endHandoff()),
    sayAsPerson: (handoffId: string, text: string) => act(() => agent.handoff.reply(handoffId, text)),
    closeAsPerson: (handoffId: string) => act(() => agent.handoff.close(handoffId)),
  }
}
