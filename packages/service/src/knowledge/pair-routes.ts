/** HTTP of the pairs a document shows: read, added, edited, deleted, exported; and of its history. */
import { documentPairsQuery } from '@tandem/contract/admin-conversions'
import {
  type LivePair,
  newPair,
  pairChange,
  pairExportQuery,
  type RevisionDiff,
  type RevisionEntry,
  revisionDiffQuery,
  rollbackRequest,
} from '@tandem/contract/admin-pairs'
import type { Limits } from '@tandem/contract/limits'
import type { Tokenizer } from '../models/tokenizer.ts'
import { conflict, Fault, parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, callerName, pathParam, type RouteResponse } from '../platform/http/route.ts'
import { streamRows } from '../platform/http/stream-rows.ts'
import { addPair, deletePair, type EditedPair, editPair, requirePair, storedPair } from './edit-pairs.ts'
import { documentInPath } from './find-document.ts'
import { type PairRow, pagesOf, readPairs, readPairsWith } from './pair-store.ts'
import { comparePairs } from './review/compare-pairs.ts'
import { type RevisionRow, revisionsOf } from './revision-store.ts'
import type { Knowledge } from './revisions.ts'
import { revisionOf, rollback } from './rollback.ts'
import type { DocumentRow } from './store.ts'

/** The number of ordinals that are searched in one request. */
const SEARCHED = 20_000
/** A page of pairs ends after the pair that brings it to this length. */
const PAGE_CHARS = 500_000

export function pairHandlers(deps: {
  readonly knowledge: Knowledge
  readonly tokenizer: Tokenizer
  readonly limits: Limits
}) {
  const { knowledge, limits } = deps
  const { database } = knowledge
  const newPairRequest = newPair(limits)
  const changeRequest = pairChange(limits)

  return {
    async list(call: Call): Promise<RouteResponse> {
      const { limit, from, q } = parse(documentPairsQuery, call.query)
      const document = await documentInPath(database, call)
      const wanted = { text: q ?? '', first: from, searched: SEARCHED, limit: limit + 1 }
      const pages = q
        ? [await readPairsWith(database.scanReader, document, wanted)]
        : pagesOf(database, document, { first: from })
      const { rows, next } = await takePage(pages, limit)
      const { kind, pair_count: total, revision } = document
      const [unread] = q ? await readPairs(database, document, from + SEARCHED, 1) : []
      const next_from = (next ?? unread)?.ordinal ?? null
      return { json: { kind, items: rows.map(storedPair), total, revision, next_from } }
    },

    async add(call: Call): Promise<RouteResponse> {
      const document = await documentInPath(database, call, 'living')
      const pair = parse(newPairRequest, call.body)
      return { status: 201, json: pairView(await addPair(deps, document, pair, callerName(call))) }
    },

    async get(call: Call): Promise<RouteResponse> {
      const document = await documentInPath(database, call)
      const row = await requirePair(database, document, pathParam(call, 'pairId'))
      return { json: pairView({ row, revision: document.revision }) }
    },

    async edit(call: Call): Promise<RouteResponse> {
      const document = await documentInPath(database, call, 'living')
      const { question, answer, if_revision: ifRevision } = parse(changeRequest, call.body)
      if (question === undefined && answer === undefined)
        throw parameterFault('question', 'neither question nor answer', 'one of them')
      const change = {
        ...(question === undefined ? {} : { question }),
        ...(answer === undefined ? {} : { answer }),
      }
      const who = { ifRevision, by: callerName(call) }
      return { json: pairView(await editPair(deps, document, pathParam(call, 'pairId'), change, who)) }
    },

    async remove(call: Call): Promise<RouteResponse> {
      const document = await documentInPath(database, call, 'living')
      await deletePair(deps, document, pathParam(call, 'pairId'), callerName(call))
      return { status: 204 }
    },

    async revisions(call: Call): Promise<RouteResponse> {
      const document = await documentInPath(database, call)
      const rows = await revisionsOf(database, document.id)
      return { json: { items: rows.map((row) => revisionView(row, document)) } }
    },

    async diff(call: Call): Promise<RouteResponse> {
      const document = await documentInPath(database, call)
      const { list = 'changed', from, limit } = parse(revisionDiffQuery, call.query)
      const wanted = pathParam(call, 'revision')
      if (!/^\d{1,9}$/.test(wanted))
        throw new Fault('notFound', `The document has no revision ${wanted.slice(0, 20)}.`)
      const before = revisionOf(await revisionsOf(database, document.id), Number(wanted))
      const { counts, items, nextFrom } = await comparePairs(
        () => pagesOf(database, before),
        () => pagesOf(database, document),
        { list, from, limit },
      )
      const json: RevisionDiff = {
        revision: before.revision,
        live_revision: document.revision,
        counts,
        list,
        items,
        next_from: nextFrom,
      }
      return { json }
    },

    async rollback(call: Call): Promise<RouteResponse> {
      const { agent_id, id } = await documentInPath(database, call, 'living')
      const { revision: to } = parse(rollbackRequest, call.body)
      const goal = { revision: to, by: callerName(call) }
      const { pairs, revision } = await rollback(knowledge, agent_id, id, goal)
      return { json: { doc_id: id, pairs, revision } }
    },

    async export(call: Call): Promise<RouteResponse> {
      const { format = 'csv' } = parse(pairExportQuery, call.query)
      const document = await documentInPath(database, call)
      return streamRows({
        format,
        name: `document-${document.id}-${document.revision}`,
        columns: {
          question: ({ question }) => question,
          answer: ({ answer }) => answer,
          keywords: ({ keywords }) => (format === 'csv' ? keywords.join(', ') : keywords),
          id: ({ id }) => id,
        },
        pages: exported(document),
      })
    },
  }

  async function* exported(document: DocumentRow) {
    let count = 0
    for await (const page of pagesOf(database, document)) {
      count += page.length
      yield page.map(storedPair)
    }
    if (count < document.pair_count)
      throw conflict(
        'The document has changed so often meanwhile that this revision is gone. Export it again.',
      )
  }
}

/** The rows of one page of the response, limited by number and length, and the row after them. */
async function takePage(pages: Iterable<PairRow[]> | AsyncIterable<PairRow[]>, limit: number) {
  const rows: PairRow[] = []
  let chars = 0
  for await (const page of pages)
    for (const row of page) {
      if (rows.length === limit || chars >= PAGE_CHARS) return { rows, next: row }
      rows.push(row)
      chars += row.question.length + row.answer.length
    }
  return { rows, next: undefined }
}

const pairView = ({ row, revision }: EditedPair): LivePair => ({ ...storedPair(row), revision })

function revisionView(row: RevisionRow, document: DocumentRow): RevisionEntry {
  const { revision, kind, made_by, made_at, pair_count, added, changed, removed } = row
  return {
    revision,
    kind,
    by: made_by,
    at: made_at,
    pairs: pair_count,
    added,
    changed,
    removed,
    is_live: revision === document.revision,
  }
}
