/** Changes and deletes knowledge bases. The documents of a base are deleted first, some at a time, then the empty base. */
import { knowledgeBaseChange } from '@tandem/contract/documents'
import { ok } from '@tandem/contract/response-bodies'
import { agentInPath } from '../agents/manage-agents.ts'
import { deleteInSlices } from '../platform/database/slice-store.ts'
import { conflict, Fault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse } from '../platform/http/route.ts'
import { removeThoseLeft } from './documents.ts'
import type { Knowledge } from './revisions.ts'
import { deleteVectorsOf, forgetBase } from './search/vectors/embedding-store.ts'
import { changeBase, deleteEmptyBase, findBase, listDocuments } from './store.ts'

const SLICE_DOCUMENTS = 50
const SLICE_VECTORS = 500

export function baseHandlers(knowledge: Knowledge) {
  const { database, clock } = knowledge
  const baseInPath = async (call: Call) => {
    const agentId = await agentInPath(database, call, 'living')
    return { agentId, id: pathParam(call, 'baseId') }
  }
  return {
    async change(call: Call): Promise<RouteResponse> {
      const { name, desc } = parse(knowledgeBaseChange, call.body)
      const { agentId, id } = await baseInPath(call)
      const to = { name, description: desc, updated_at: clock.now() }
      if (!(await database.transaction('bases: change', (tx) => changeBase(tx, agentId, id, to))))
        throw notFound(id)
      return { json: ok }
    },

    async remove(call: Call): Promise<RouteResponse> {
      const { agentId, id } = await baseInPath(call)
      if (!(await removeBase(knowledge, agentId, id))) throw notFound(id)
      return { status: 204 }
    },
  }
}

const notFound = (id: string) =>
  new Fault('notFound', `The agent has no knowledge base with the id ${id.slice(0, 60)}.`)

/** False when there is no such base. */
async function removeBase(knowledge: Knowledge, agentId: string, id: string): Promise<boolean> {
  const { database } = knowledge
  const base = await findBase(database, agentId, id)
  if (!base) return false
  if (base.is_default === 1)
    throw conflict(
      'The default knowledge base cannot be deleted: documents that name no base go there. Delete its documents instead.',
    )
  for (let isGone = false; !isGone; ) {
    const some = await listDocuments(database, { agentId, baseId: id, limit: SLICE_DOCUMENTS })
    const ids = some.map((document) => document.id)
    if (ids.length > 0) await removeThoseLeft(knowledge, agentId, ids)
    else
      isGone = await database.transaction('bases: remove', async (tx) => {
        await forgetBase(tx, id)
        return deleteEmptyBase(tx, agentId, id)
      })
  }
  await deleteInSlices(
    database,
    'bases: vectors',
    (tx) => deleteVectorsOf(tx, id, SLICE_VECTORS),
    () => false,
  )
  return true
}
