/** HTTP of agent settings. A change is checked more strictly than stored settings, which must always be readable. */
import { agentSettingsChange } from '@tandem/contract/agent-settings'
import { answeringTextNames } from '@tandem/contract/answering-texts'
import { foundOf } from '@tandem/contract/explain'
import { handoffTextNames } from '@tandem/contract/handoff-texts'
import type { z } from 'zod'
import type { Database } from '../platform/database/handle.ts'
import { parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse } from '../platform/http/route.ts'
import { agentInPath } from './manage-agents.ts'
import { readSettings, type Settings } from './settings.ts'

export function settingsHandlers({ database, settings }: { database: Database; settings: Settings }) {
  return {
    async get(call: Call): Promise<RouteResponse> {
      const agentId = await agentInPath(database, call)
      return { json: await readSettings(database, agentId) }
    },
    async change(call: Call): Promise<RouteResponse> {
      const change = parse(agentSettingsChange, call.body)
      checkChange(change)
      return { json: await settings.change(pathParam(call, 'agentId'), change) }
    },
  }
}

/** The rules that the shape of a change does not express. */
export function checkChange(change: z.output<typeof agentSettingsChange>): void {
  checkOrigins(change.web?.allowed_origins)
  checkTextNames('answering.texts', change.answering?.texts, answeringTextNames)
  checkTextNames('handoff.texts', change.handoff?.texts, handoffTextNames)
}

/** A path or a slash after an origin is harmless: it is ignored when origins are compared. */
function checkOrigins(origins: unknown): void {
  if (!Array.isArray(origins)) return
  for (const [i, origin] of origins.entries()) {
    if (typeof origin === 'string' && isOrigin(origin)) continue
    const needed = 'the origin of a page, such as https://shop.example'
    throw parameterFault(`web.allowed_origins[${i}]`, foundOf(origin), needed)
  }
}

/** No host has these signs, and in the policy that names the origins they would not stand for themselves. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && !/[*;,']/.test(url.hostname)
}

/** Refuses unknown names in `texts` (by language and name), which would never be used. `field` is their name in the error. */
export function checkTextNames(field: string, texts: unknown, names: readonly string[]): void {
  for (const [language, own] of Object.entries(texts ?? {})) {
    const unknown = Object.keys(own ?? {}).find((name) => !names.includes(name))
    if (unknown !== undefined)
      throw parameterFault(`${field}.${language}`, `the name "${unknown}"`, `one of ${names.join(', ')}`)
  }
}
