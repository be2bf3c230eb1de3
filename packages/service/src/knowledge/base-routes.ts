/** HTTP of what is changed about a knowledge base. */
import { ok } from '@tandem/contract/answers'
import { knowledgeBaseChange } from '@tandem/contract/documents'
import { requireLivingAgent } from '../agents/manage-agents.ts'
import { Fault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Answer, type Call, pathParam } from '../platform/http/route.ts'
import { removeBase } from './remove-base.ts'
import type { Knowledge } from './revisions.ts'
import { changeBase } from './store.ts'

export function baseHandlers(knowledge: Knowledge) {
  const { database, clock } = knowledge
  const baseInPath = async (call: Call) => {
    const agentId = pathParam(call, 'agentId')
    await requireLivingAgent(database, agentId)
    return { agentId, id: pathParam(call, 'baseId') }
  }
  return {
    async change(call: Call): Promise<Answer> {
      const { name, desc } = parse(knowledgeBaseChange, call.body)
      const { agentId, id } = await baseInPath(call)
      const to = {
        ...(name === undefined ? {} : { name }),
        ...(desc === undefined ? {} : { description: desc }),
        updated_at: clock.now(),
      }
      if (!(await database.transaction('bases: change', (tx) => changeBase(tx, agentId, id, to))))
        throw notFound(id)
      return { json: ok }
    },

    async remove(call: Call): Promise<Answer> {
      const { agentId, id } = await baseInPath(call)
      if (!(await removeBase(knowledge, agentId, id))) throw notFound(id)
      return { status: 204 }
    },
  }
}

const notFound = (id: string) =>
  new Fault('notFound', `The agent has no knowledge base with the id ${id.slice(0, 60)}.`)
