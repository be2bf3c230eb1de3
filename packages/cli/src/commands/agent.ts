/** `tandem agent create|list|delete`. */
import { agentCreateRequest } from '@tandem/contract/admin'
import { createAgent, deleteAgent } from '@tandem/service/agents/manage-agents'
import { agentView } from '@tandem/service/agents/routes'
import { listAgents } from '@tandem/service/agents/store'
import { systemClock } from '@tandem/service/platform/clock'
import { parse } from '@tandem/service/platform/http/parse'
import type { Command } from '../command.ts'
import { withDatabase } from '../open-store.ts'
import { recordCommand } from '../sign-in-link.ts'

const SHOWN = 10_000

export const agentCreate: Command = {
  name: 'agent create',
  usage: '<name>',
  says: 'Makes an agent and its first API key, which is shown only now.',
  argCount: 1,
  run: ({ args, environment, output }) =>
    withDatabase(environment, async (database) => {
      const { name } = parse(agentCreateRequest, { name: args[0] })
      const { agent, apiKey } = await createAgent(database, systemClock, name)
      await recordCommand(database, 'createAgent', agent.id, agent.id)
      output.result({ agent: agentView(agent), api_key: apiKey }, [
        `Agent    ${agent.name}`,
        `Id       ${agent.id}`,
        `API key  ${apiKey}   (shown only now; keep it)`,
      ])
      return 0
    }),
}

export const agentList: Command = {
  name: 'agent list',
  usage: '',
  says: 'Lists the agents.',
  run: ({ environment, output }) =>
    withDatabase(environment, async (database) => {
      const rows = await listAgents(database, { status: 'active', cursor: undefined, limit: SHOWN })
      const lines = rows.map(
        ({ id, name, created_at }) => `${id}  ${new Date(created_at).toISOString()}  ${name}`,
      )
      output.result(
        { items: rows.map(agentView) },
        lines.length > 0 ? lines : ['No agents yet. Make one: tandem agent create "My agent"'],
      )
      return 0
    }),
}

export const agentDelete: Command = {
  name: 'agent delete',
  usage: '<agent id>',
  says: 'Deletes an agent; requests with its keys fail with 40378 from then on.',
  argCount: 1,
  run: ({ args, environment, output }) =>
    withDatabase(environment, async (database) => {
      const agent = await deleteAgent(database, systemClock, args[0] as string)
      await recordCommand(database, 'deleteAgent', agent.id, agent.id)
      output.result({ agent: agentView(agent) }, [`Deleted ${agent.name} (${agent.id}).`])
      return 0
    }),
}
