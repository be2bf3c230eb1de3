/** Two values of a database: the key that seals addresses of files, and a check value that shows which key seals secrets. */
import { randomBytes } from 'node:crypto'
import type { Database } from './database/handle.ts'
import { keepInstance, readInstance, replaceInstance } from './database/instance-store.ts'
import { keyIdOf, type SecretBox } from './secrets.ts'

const FILE_KEY = 'file_key'
const FILE_CONTEXT = 'instance:file_key'
const CHECK = 'key_check'
const CHECK_CONTEXT = 'instance:key_check'

/**
 * The key of file addresses is made once for a database and kept in it, itself sealed. Addresses have been given out and cannot
 * be sealed anew, so they must stay valid when the encryption key of secrets changes.
 */
export async function readFileKey(database: Database, box: SecretBox): Promise<Buffer> {
  const fresh = () => box.seal(randomBytes(32).toString('base64'), FILE_CONTEXT)
  const sealed =
    (await readInstance(database, FILE_KEY)) ??
    (await database.transaction('file-key: make', (tx) => keepInstance(tx, FILE_KEY, fresh())))
  return Buffer.from(box.open(sealed, FILE_CONTEXT), 'base64')
}

/** After a rotation of the encryption key, seals the unchanged file key with the new one. */
export async function resealFileKey(database: Database, box: SecretBox): Promise<void> {
  const sealed = await readInstance(database, FILE_KEY)
  if (sealed === undefined || keyIdOf(sealed) === box.keyId) return
  const again = box.seal(box.open(sealed, FILE_CONTEXT), FILE_CONTEXT)
  await database.transaction('file-key: reseal', (tx) => replaceInstance(tx, FILE_KEY, again))
}

/**
 * Throws at start if the encryption key is not the one that this database was used with. Otherwise the mistake would show only
 * when a webhook is due, as a secret that does not open.
 */
export async function checkKeyFits(database: Database, box: SecretBox): Promise<void> {
  const sealed = box.seal('tandem', CHECK_CONTEXT)
  box.open(await database.transaction('key-check', (tx) => keepInstance(tx, CHECK, sealed)), CHECK_CONTEXT)
}

/** After a rotation, makes the check value fit the new key. */
export async function renewKeyCheck(database: Database, box: SecretBox): Promise<void> {
  const sealed = box.seal('tandem', CHECK_CONTEXT)
  await database.transaction('key-check: renew', (tx) => replaceInstance(tx, CHECK, sealed))
}
