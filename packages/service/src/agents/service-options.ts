/** The options of a human service component: what was set, and the defaults of the rest. */
import {
  defaultHumanServiceOptions,
  type HumanServiceOptions,
  humanServiceOptions,
} from '@tandem/contract/human-service-options'
import type { HumanServiceRow } from './store.ts'

export async function optionsOf(row: Pick<HumanServiceRow, 'options'>): Promise<HumanServiceOptions> {
  return row.options === '{}'
    ? defaultHumanServiceOptions
    : humanServiceOptions.parse(JSON.parse(row.options))
}
