/** HTTP by which an API key learns about itself and its agent. */
import type { AgentDetail } from '@tandem/contract/agent-detail'
import type { Database } from '../platform/database/handle.ts'
import type { Call, RouteResponse } from '../platform/http/route.ts'
import { requireAgent } from './manage-agents.ts'
import type { Settings } from './settings.ts'

export function agentDetailHandlers(deps: {
  readonly database: Database
  readonly settings: Settings
  /** The name of the model that writes answers, where there is one. */
  readonly modelName: string | undefined
  readonly messageLimitChars: number
}) {
  const agentOf = ({ caller }: Call) => requireAgent(deps.database, caller.agentId)
  return {
    async verifyKey(call: Call): Promise<RouteResponse> {
      const { id, name } = await agentOf(call)
      return { json: { code: 0, message: 'OK', type: 'agent', id, name } }
    },
    async detail(call: Call): Promise<RouteResponse> {
      const { id, name } = await agentOf(call)
      const { answering, web } = await deps.settings.of(id)
      const json: AgentDetail = {
        bot_id: id,
        name,
        logo: '',
        bot_type: 'QuestionAnswer',
        welcome_message: web.greeting,
        introduction: '',
        tags: [],
        identity_prompt: answering.persona,
        ai_model: answering.use_model ? (deps.modelName ?? '') : '',
        ai_model_version: '',
        creativity_level: 0,
        doc_correlation: 0,
        irrelevant_questions: false,
        question_limit: deps.messageLimitChars,
        long_term_memory: false,
      }
      return { json }
    },
  }
}
