/** HTTP of agent settings. */
import { agentSettingsChange } from '@tandem/contract/agent-settings'
import { answeringTextNames } from '@tandem/contract/answering-texts'
import { handoffTextNames } from '@tandem/contract/handoff-texts'
import type { Database } from '../platform/database/handle.ts'
import { parse } from '../platform/http/parse.ts'
import { type Answer, type Call, pathParam } from '../platform/http/route.ts'
import { checkOrigins } from './check-origins.ts'
import { checkTextNames } from './check-texts.ts'
import { type Settings, shownSettings } from './settings.ts'

export function settingsHandlers({ database, settings }: { database: Database; settings: Settings }) {
  return {
    async get(call: Call): Promise<Answer> {
      return { json: await shownSettings(database, pathParam(call, 'agentId')) }
    },
    async change(call: Call): Promise<Answer> {
      const change = parse(agentSettingsChange, call.body)
      checkOrigins(change.web?.allowed_origins)
      checkTextNames('answering.texts', change.answering?.texts, answeringTextNames)
      checkTextNames('handoff.texts', change.handoff?.texts, handoffTextNames)
      return { json: await settings.change(pathParam(call, 'agentId'), change) }
    },
  }
}
