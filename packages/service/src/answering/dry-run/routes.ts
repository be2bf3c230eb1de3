/** HTTP of dry runs. */
import { type DryRun, dryRunRequest } from '@tandem/contract/admin-dry-run'
import { agentInPath } from '../../agents/manage-agents.ts'
import type { Settings } from '../../agents/settings.ts'
import { checkChange } from '../../agents/settings-routes.ts'
import { wholeText } from '../../conversations/send-to-user.ts'
import { emptyUsage } from '../../delivery/usage.ts'
import { requireDraft } from '../../knowledge/review/read-draft.ts'
import { hitView } from '../../knowledge/search/routes.ts'
import { parse } from '../../platform/http/parse.ts'
import type { Call, RouteResponse } from '../../platform/http/route.ts'
import { createLimit } from '../../platform/limit-rate.ts'
import { type DryRunDeps, type DryRunResult, tryMessage } from './dry-run.ts'

/** Dry runs of one agent: enough for a person who tries out settings. They need a limit because they do not run in lanes. */
const RATE = { atOnce: 30, perSecond: 3 }

export function dryRunHandlers(deps: DryRunDeps & { readonly settings: Settings }) {
  const { database, clock } = deps
  const limit = createLimit(clock, RATE, 'found too many dry runs')
  return {
    async dryRun(call: Call): Promise<RouteResponse> {
      const { text, settings: change = {}, draft } = parse(dryRunRequest, call.body)
      checkChange(change)
      const agentId = await agentInPath(database, call, 'living')
      if (draft !== undefined) await requireDraft(database, agentId, draft)
      const settings = await deps.settings.preview(agentId, change)
      limit(agentId)
      return { json: view(await tryMessage(deps, agentId, { text, settings, draft })) }
    },
  }
}

function view({ composed, searches, model, requests, tookMs }: DryRunResult): DryRun {
  const spoken = composed?.spoken ?? []
  const detail = composed?.detail
  return {
    outcome: composed?.outcome ?? 'handed_over',
    text: wholeText(spoken),
    parts: spoken.map(({ component, branch, text }) => ({ component, branch, text })),
    band: detail?.band ?? 'none',
    question: detail?.question ?? '',
    language: detail?.language ?? '',
    offered: detail?.offered?.map(({ question }) => question) ?? [],
    citations: [...(composed?.citations ?? [])],
    handoff: composed ? (composed.wantsPerson ? 'model' : null) : 'user_asked',
    gaps: [...(composed?.gaps ?? [])],
    searches: searches.map(({ text, hits, embedding }) => {
      return { text, band: hits[0]?.band ?? 'none', embedding, hits: hits.map(hitView) }
    }),
    model:
      model === undefined || requests.length === 0
        ? null
        : {
            name: model,
            requests: requests.map(({ system, turns, tools = [], hidesTools }) => {
              const offered = hidesTools ? [] : tools.map(({ name }) => name)
              return { system, messages: turns.map(({ role, text }) => ({ role, text })), tools: offered }
            }),
            finish: detail?.model?.finish ?? null,
            failure: detail?.model?.failure?.reason ?? null,
          },
    usage: composed?.usage ?? emptyUsage,
    took_ms: tookMs,
  }
}
