/**
 * The key that addresses of files are sealed with: made once for a database and kept in it, itself sealed. Addresses are in other
 * people's hands and cannot be sealed anew, so they must not end with the key that secrets are encrypted under.
 */
import { randomBytes } from 'node:crypto'
import type { Database, Reader } from './database/handle.ts'
import { keyIdOf, type SecretBox } from './secrets.ts'

const NAME = 'file_key'
const CONTEXT = 'instance:file_key'

async function find({ q }: Reader): Promise<string | undefined> {
  return (await q.selectFrom('instance').select('value').where('key', '=', NAME).executeTakeFirst())?.value
}

export async function readFileKey(database: Database, box: SecretBox): Promise<Buffer> {
  const sealed = (await find(database)) ?? (await make(database, box))
  return Buffer.from(box.open(sealed, CONTEXT), 'base64')
}

async function make(database: Database, box: SecretBox): Promise<string> {
  const value = box.seal(randomBytes(32).toString('base64'), CONTEXT)
  return database.transaction('file-key: make', async (tx) => {
    await tx.q
      .insertInto('instance')
      .values({ key: NAME, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // That of another process, when both started at once.
    return (await find(tx)) ?? value
  })
}

/** After a rotation it is sealed with the new key, and stays what it is. */
export async function resealFileKey(database: Database, box: SecretBox): Promise<void> {
  const sealed = await find(database)
  if (sealed === undefined || keyIdOf(sealed) === box.keyId) return
  const value = box.seal(box.open(sealed, CONTEXT), CONTEXT)
  await database.transaction('file-key: resealFileKey', async (tx) => {
    await tx.q.updateTable('instance').set({ value }).where('key', '=', NAME).execute()
  })
}
