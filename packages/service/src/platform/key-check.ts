/**
 * Notices at start that the encryption key is not the one this database was used with. Without it the mistake would show
 * only when a webhook is due, as a secret that does not open.
 */
import type { Database } from './database/handle.ts'
import { keepInstance, replaceInstance } from './database/instance-store.ts'
import type { SecretBox } from './secrets.ts'

const NAME = 'key_check'
const CONTEXT = 'instance:key_check'

export async function checkKeyFits(database: Database, box: SecretBox): Promise<void> {
  const sealed = box.seal('tandem', CONTEXT)
  box.open(await database.transaction('key-check', (tx) => keepInstance(tx, NAME, sealed)), CONTEXT)
}

/** After a rotation the check follows the new key. */
export async function renewKeyCheck(database: Database, box: SecretBox): Promise<void> {
  const sealed = box.seal('tandem', CONTEXT)
  await database.transaction('key-check: renew', (tx) => replaceInstance(tx, NAME, sealed))
}
