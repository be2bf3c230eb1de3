/** Two keys of a database: the one that addresses of files are sealed with, and the mark of the one that secrets are sealed with. */
import { randomBytes } from 'node:crypto'
import type { Database } from './database/handle.ts'
import { keepInstance, readInstance, replaceInstance } from './database/instance-store.ts'
import { keyIdOf, type SecretBox } from './secrets.ts'

const FILE_KEY = 'file_key'
const FILE_CONTEXT = 'instance:file_key'
const CHECK = 'key_check'
const CHECK_CONTEXT = 'instance:key_check'

/**
 * The key of file addresses is made once for a database and kept in it, itself sealed. Addresses are in other people's hands and
 * cannot be sealed anew, so they must not end with the key that secrets are encrypted under.
 */
export async function readFileKey(database: Database, box: SecretBox): Promise<Buffer> {
  const fresh = () => box.seal(randomBytes(32).toString('base64'), FILE_CONTEXT)
  const sealed =
    (await readInstance(database, FILE_KEY)) ??
    (await database.transaction('file-key: make', (tx) => keepInstance(tx, FILE_KEY, fresh())))
  return Buffer.from(box.open(sealed, FILE_CONTEXT), 'base64')
}

/** After a rotation it is sealed with the new key, and stays what it is. */
export async function resealFileKey(database: Database, box: SecretBox): Promise<void> {
  const sealed = await readInstance(database, FILE_KEY)
  if (sealed === undefined || keyIdOf(sealed) === box.keyId) return
  const again = box.seal(box.open(sealed, FILE_CONTEXT), FILE_CONTEXT)
  await database.transaction('file-key: reseal', (tx) => replaceInstance(tx, FILE_KEY, again))
}

/**
 * Notices at start that the encryption key is not the one this database was used with. Without it the mistake would show
 * only when a webhook is due, as a secret that does not open.
 */
export async function checkKeyFits(database: Database, box: SecretBox): Promise<void> {
  const sealed = box.seal('tandem', CHECK_CONTEXT)
  box.open(await database.transaction('key-check', (tx) => keepInstance(tx, CHECK, sealed)), CHECK_CONTEXT)
}

/** After a rotation the check follows the new key. */
export async function renewKeyCheck(database: Database, box: SecretBox): Promise<void> {
  const sealed = box.seal('tandem', CHECK_CONTEXT)
  await database.transaction('key-check: renew', (tx) => replaceInstance(tx, CHECK, sealed))
}
