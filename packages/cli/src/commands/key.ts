/** `tandem key create|revoke`. */
import { apiKeyCreateRequest } from '@tandem/contract/admin'
import { createKey, revokeApiKey } from '@tandem/service/agents/manage-agents'
import { keyView } from '@tandem/service/agents/routes'
import { systemClock } from '@tandem/service/platform/clock'
import { parse } from '@tandem/service/platform/http/parse'
import type { Command } from '../command.ts'
import { withDatabase } from '../open-store.ts'
import { recordCommand } from '../sign-in-link.ts'

export const keyCreate: Command = {
  name: 'key create',
  usage: '<agent id> [--label <text>]',
  says: 'Makes another API key for an agent; it is shown only now.',
  argCount: 1,
  options: { label: { type: 'string' } },
  run: ({ args: [agentId = ''], flags, environment, output }) =>
    withDatabase(environment, async (database) => {
      const { label } = parse(apiKeyCreateRequest, { label: flags.label })
      const { row, apiKey } = await createKey(database, systemClock, agentId, label ?? null)
      await recordCommand(database, 'createApiKey', row.id, agentId)
      output.result({ id: row.id, api_key: apiKey }, [
        `Key id   ${row.id}`,
        `API key  ${apiKey}   (shown only now; keep it)`,
      ])
      return 0
    }),
}

export const keyRevoke: Command = {
  name: 'key revoke',
  usage: '<agent id> <key id>',
  says: 'Revokes an API key; it is refused from then on.',
  argCount: 2,
  run: ({ args: [agentId = '', keyId = ''], environment, output }) =>
    withDatabase(environment, async (database) => {
      const row = await revokeApiKey(database, systemClock, agentId, keyId)
      await recordCommand(database, 'revokeApiKey', row.id, agentId)
      output.result(keyView(row), [`Revoked ${row.id}.`])
      return 0
    }),
}
