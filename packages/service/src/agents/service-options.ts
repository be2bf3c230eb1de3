/** The options of a human service component: what was set, and the defaults of the rest. */
import type { HumanServiceOptions } from '@tandem/contract/human-service-options'
import type { HumanServiceRow } from './store.ts'

/** Loaded with the first component that is looked at: no start needs it. */
let contract: typeof import('@tandem/contract/human-service-options') | undefined

export async function optionsOf(row: Pick<HumanServiceRow, 'options'>): Promise<HumanServiceOptions> {
  contract ??= await import('@tandem/contract/human-service-options')
  return row.options === '{}'
    ? contract.defaultHumanServiceOptions
    : contract.humanServiceOptions.parse(JSON.parse(row.options))
}
