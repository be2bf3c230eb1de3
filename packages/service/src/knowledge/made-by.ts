/** Who makes a change, as the history of a document shows it. */
import type { Call } from '../platform/http/route.ts'

export function madeBy({ caller: { person, keyId } }: Pick<Call, 'caller'>): string {
  return person?.email ?? (keyId === '' ? 'admin token' : 'API key')
}
