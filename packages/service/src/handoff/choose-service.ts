/**
 * Which human service component gets the user: the one the caller named, else the first whose phrases the user said, else
 * the first that speaks the user's language, else the agent's default, else the first there is. Where nobody is at that time
 * the next in this order is asked; when nobody is anywhere, it is the first again.
 */
import type { HandoffSettings } from '@tandem/contract/agent-settings'
import type { HumanServiceOptions } from '@tandem/contract/human-service-options'
import { hasPhrase } from '@tandem/languages/asks-for-person'
import { optionsOf } from '../agents/endpoints.ts'
import { type HumanServiceRow, listHumanServices } from '../agents/store.ts'
import type { Reader } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import { isOpen } from './service-hours.ts'

export interface ChosenService {
  readonly row: HumanServiceRow
  readonly options: HumanServiceOptions
}

export async function chooseService(
  db: Reader,
  agentId: string,
  settings: HandoffSettings,
  wish: { serviceId?: string | undefined; text?: string | undefined; language: string; now: number },
): Promise<ChosenService | undefined> {
  const rows = await listHumanServices(db, agentId)
  const services = rows.map((row) => ({ row, options: optionsOf(row) }))
  const { serviceId, text } = wish
  if (serviceId !== undefined) {
    const named = services.find(({ row }) => row.id === serviceId)
    if (named) return named
    const found = JSON.stringify(serviceId.slice(0, 60))
    throw new Fault('targetNotFound', `The agent has no human service component with the id ${found}.`)
  }
  const [base] = wish.language.toLowerCase().split('-')
  const speaks = (tag: string) => tag.toLowerCase().split('-')[0] === base
  const inOrder = [
    services.find(
      ({ options }) => text !== undefined && options.phrases.some((phrase) => hasPhrase(text, phrase)),
    ),
    services.find(({ options }) => options.languages.some(speaks)),
    services.find(({ row }) => row.id === settings.default_service_id),
    services[0],
  ].flatMap((service) => service ?? [])
  return inOrder.find(({ options }) => isOpen(options.hours, wish.now)) ?? inOrder[0]
}
