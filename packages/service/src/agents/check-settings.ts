/**
 * Refuses changes of settings that could never do anything: a misspelled name, an origin no page can have. Asked of changes only:
 * what is stored stays readable whatever it holds.
 */
import {
  type AgentSettings,
  answeringSettings,
  handoffSettings,
  knowledgeSettings,
  priceSettings,
  voiceSettings,
  webSettings,
} from '@tandem/contract/agent-settings'
import { foundOf } from '@tandem/contract/explain'
import { parameterFault } from '../platform/fault.ts'

const sections: Record<keyof AgentSettings, { readonly shape: object }> = {
  answering: answeringSettings,
  voice: voiceSettings,
  prices: priceSettings,
  handoff: handoffSettings,
  web: webSettings,
  knowledge: knowledgeSettings,
}

/** `body` as it was sent. */
export function checkSettingNames(body: unknown): void {
  refuseUnknown('body', body, sections)
  for (const [name, { shape }] of Object.entries(sections))
    refuseUnknown(name, (body as Record<string, unknown>)[name], shape)
}

function refuseUnknown(field: string, given: unknown, known: object): void {
  const unknown = Object.keys(given ?? {}).find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  const found = `the name ${JSON.stringify(unknown.slice(0, 60))}`
  throw parameterFault(field, found, `one of ${Object.keys(known).join(', ')}`)
}

/** A path or a slash behind an origin does no harm: it is left out when pages are compared. */
export function checkOrigins(origins: unknown): void {
  if (!Array.isArray(origins)) return
  for (const [i, origin] of origins.entries()) {
    if (typeof origin === 'string' && isOrigin(origin)) continue
    const needed = 'the origin of a page, such as https://shop.example'
    throw parameterFault(`web.allowed_origins[${i}]`, foundOf(origin), needed)
  }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.hostname.includes('*')
}
