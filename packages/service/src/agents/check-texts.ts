/**
 * Refuses texts under names nobody asks for: a misspelled one would never be said. Asked of changes only: what is stored stays
 * readable whatever it holds.
 */
import { parameterFault } from '../platform/fault.ts'

/** `texts` are by language and name, under the field `field`. */
export function checkTextNames(field: string, texts: unknown, names: readonly string[]): void {
  for (const [language, own] of Object.entries(texts ?? {})) {
    const unknown = Object.keys(own ?? {}).find((name) => !names.includes(name))
    if (unknown !== undefined)
      throw parameterFault(`${field}.${language}`, `the name "${unknown}"`, `one of ${names.join(', ')}`)
  }
}
