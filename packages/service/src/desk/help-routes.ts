/** HTTP of help for people at the desk: notes, snippets, suggestions from knowledge, and pairs made from their answers. */
import type { DeskNote } from '@tandem/contract/desk'
import {
  type DeskPairMade,
  type DeskSnippet,
  type DeskSuggestions,
  deskNoteRequest,
  deskPairRequest,
  deskSnippetChange,
  deskSnippetQuery,
  deskSnippetRequest,
  deskSuggestQuery,
  maxNotesPerHandoff,
  maxSnippetsPerAgent,
} from '@tandem/contract/desk-help'
import { requireLivingAgent } from '../agents/manage-agents.ts'
import { readSettings } from '../agents/settings.ts'
import { findAgent, lockAgent } from '../agents/store.ts'
import { findCaught } from '../conversations/catch-unanswered.ts'
import { collectPair } from '../conversations/collect-unanswered.ts'
import { MOST_CHARS } from '../conversations/read-messages.ts'
import { findConversation, userOf } from '../conversations/store.ts'
import { nameOfUser } from '../conversations/user-store.ts'
import type { HandoffRow } from '../handoff/store.ts'
import { draftPair } from '../knowledge/review/draft-pair.ts'
import type { Knowledge } from '../knowledge/revisions.ts'
import type { Search } from '../knowledge/search/search-result.ts'
import type { Tx } from '../platform/database/handle.ts'
import { conflict, found } from '../platform/fault.ts'
import { listJson } from '../platform/http/event-stream.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, callerName, pathParam, type RouteResponse, requireOwn } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { startSlices } from '../platform/time-slices.ts'
import { notifyDesk, requireHandoff } from './claims.ts'
import { checkVariables, fillSnippet, type SnippetValues } from './fill-snippet.ts'
import {
  countNotes,
  countSnippets,
  findSnippet,
  insertNote,
  lastWordsOfUser,
  listSnippets,
  lockSnippet,
  putSnippet,
  removeSnippet,
  type SnippetRow,
} from './help-store.ts'
import { whoIs } from './people.ts'

const SUGGESTED = 5
const SNIPPETS_SHOWN = 2000
const SEARCH_TEXT_CHARS = 2000
/** In memory until the response is read. */
const BYTES_PER_CHAR = 2

export function deskHelpHandlers({ knowledge, search }: { knowledge: Knowledge; search: Search }) {
  const { database, clock } = knowledge
  const handoffOf = (call: Call) => requireHandoff(database, call, pathParam(call, 'handoffId'))

  async function valuesIn(call: Call, handoff: HandoffRow): Promise<SnippetValues> {
    const conversation = await findConversation(database, handoff.conversation_id)
    const userId = conversation ? await userOf(database, conversation) : null
    return {
      'user.id': userId,
      'user.name': await nameOfUser(database, { agent_id: handoff.agent_id, user_id: userId }),
      'user.email': conversation?.email ?? null,
      'agent.name': (await findAgent(database, handoff.agent_id))?.name ?? null,
      'operator.name': whoIs(call).name,
    }
  }

  async function requireSnippet(call: Call, tx?: Tx): Promise<SnippetRow> {
    const id = pathParam(call, 'snippetId')
    const row = await (tx ? lockSnippet(tx, id) : findSnippet(database, id))
    requireOwn(call, row?.agent_id)
    return found(row, `No snippet has the id ${id.slice(0, 60)}.`)
  }

  /** Locks the agent, so that of two requests for the last place or for the same name one is refused. */
  function store(agent_id: string, makeRow: (tx: Tx) => Promise<SnippetRow>): Promise<SnippetRow> {
    return database.transaction('desk: snippet', async (tx) => {
      await lockAgent(tx, agent_id)
      const row = await makeRow(tx)
      checkVariables(row.text)
      if (!(await putSnippet(tx, row)))
        throw conflict(`The agent has another snippet named ${row.name}; choose another name.`)
      tx.happened({ kind: 'desk', about: 'snippets', agent_id })
      return row
    })
  }

  return {
    async addNote(call: Call): Promise<RouteResponse> {
      const { text } = parse(deskNoteRequest, call.body)
      const { id, agent_id, conversation_id } = await handoffOf(call)
      const author = whoIs(call)
      const note: DeskNote = { id: newId(clock.now()), author, text, created_at: clock.now() }
      await database.transaction('desk: note', async (tx) => {
        if ((await countNotes(tx, id)) >= maxNotesPerHandoff)
          throw conflict(`The handoff has ${maxNotesPerHandoff} notes, which is the most.`)
        await insertNote(tx, { ...note, handoff_id: id, account_id: author.id, author: author.name })
        notifyDesk(
          tx,
          { agent_id, conversation_id, handoff_id: id },
          { about: 'notes', account_id: author.id },
        )
      })
      return { status: 201, json: note }
    },

    async suggest(call: Call): Promise<RouteResponse> {
      const { q } = parse(deskSuggestQuery, call.query)
      const handoff = await handoffOf(call)
      const words = q ?? (await lastWordsOfUser(database, handoff.conversation_id))
      const text = words.slice(0, SEARCH_TEXT_CHARS).toWellFormed()
      const { hits } = text === '' ? { hits: [] } : await search(handoff.agent_id, { text, limit: SUGGESTED })
      const json: DeskSuggestions = {
        text,
        items: hits.map((hit) => ({
          doc_id: hit.docId,
          doc_name: hit.docName,
          pair_id: hit.isPassage ? null : hit.pairId,
          question: hit.question,
          answer: hit.answer,
          band: hit.band,
          confidence: hit.confidence,
        })),
      }
      return { json }
    },

    async makePair(call: Call): Promise<RouteResponse> {
      const { question, answer, dry_run } = parse(deskPairRequest, call.body)
      const { agent_id: agentId } = await handoffOf(call)
      await requireLivingAgent(database, agentId)
      const pair = { question, answer }
      const caught = await findCaught(database.scanReader, agentId, pair)
      if (dry_run) return { json: { state: 'none', doc_id: null, caught } satisfies DeskPairMade }
      const { desk } = await readSettings(database, agentId)
      const role = call.caller.person?.role ?? 'admin'
      const isLive = role === 'admin' || role === 'editor' || desk.pairs === 'live'
      const made = isLive
        ? await collectPair(knowledge, agentId, pair, { by: callerName(call) })
        : await draftPair(knowledge, agentId, pair)
      const json: DeskPairMade = { state: isLive ? 'live' : 'draft', doc_id: made, caught }
      return { json }
    },

    async listSnippets(call: Call): Promise<RouteResponse> {
      const { agent_id, handoff_id } = parse(deskSnippetQuery, call.query)
      const handoff = handoff_id === undefined ? undefined : await requireHandoff(database, call, handoff_id)
      const filter = { agents: call.caller.agents, agentId: handoff?.agent_id ?? agent_id }
      const rows = await listSnippets(database.scanReader, filter, SNIPPETS_SHOWN)
      const values = handoff && (await valuesIn(call, handoff))
      const chars = rows.reduce((sum, { text }) => sum + text.length, 0)
      const views = snippetViews(rows, values)
      if (chars > MOST_CHARS)
        return { longJson: { bytes: chars * BYTES_PER_CHAR, parts: listJson('{"items":', views) } }
      return { json: { items: await Array.fromAsync(views) } }
    },
    async createSnippet(call: Call): Promise<RouteResponse> {
      const { agent_id, name, text } = parse(deskSnippetRequest, call.body)
      requireOwn(call, agent_id)
      await requireLivingAgent(database, agent_id)
      const now = clock.now()
      const row = await store(agent_id, async (tx) => {
        if ((await countSnippets(tx, agent_id)) >= maxSnippetsPerAgent)
          throw conflict(`The agent has ${maxSnippetsPerAgent} snippets, which is the most.`)
        return { id: newId(now), agent_id, name, text, created_at: now, updated_at: now }
      })
      return { status: 201, json: snippetView(row) }
    },
    async changeSnippet(call: Call): Promise<RouteResponse> {
      const change = parse(deskSnippetChange, call.body)
      const { agent_id } = await requireSnippet(call)
      const row = await store(agent_id, async (tx) => {
        const before = await requireSnippet(call, tx)
        const { name = before.name, text = before.text } = change
        return { ...before, name, text, updated_at: clock.now() }
      })
      return { json: snippetView(row) }
    },
    async deleteSnippet(call: Call): Promise<RouteResponse> {
      const { id, agent_id } = await requireSnippet(call)
      await database.transaction('desk: snippet', async (tx) => {
        await removeSnippet(tx, id)
        tx.happened({ kind: 'desk', about: 'snippets', agent_id })
      })
      return { status: 204 }
    },
  }
}

async function* snippetViews(
  rows: readonly SnippetRow[],
  values?: SnippetValues,
): AsyncGenerator<DeskSnippet> {
  const slices = startSlices()
  for (const row of rows) {
    yield snippetView(row, values)
    if (slices.over()) await slices.pause()
  }
}

function snippetView(row: SnippetRow, values?: SnippetValues): DeskSnippet {
  const { filled, missing } = values ? fillSnippet(row.text, values) : { filled: null, missing: [] }
  return { ...row, filled, missing }
}
