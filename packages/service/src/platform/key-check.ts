/**
 * Notices at start that the encryption key is not the one this database was used with. Without it the mistake would show
 * only when a webhook is due, as a secret that does not open.
 */
import type { Database } from './database/handle.ts'
import type { SecretBox } from './secrets.ts'

const NAME = 'key_check'
const CONTEXT = 'instance:key_check'

export async function checkKeyFits(database: Database, box: SecretBox): Promise<void> {
  await database.transaction('key-check: checkKeyFits', async (tx) => {
    const known = await tx.q.selectFrom('instance').select('value').where('key', '=', NAME).executeTakeFirst()
    if (known) {
      box.open(known.value, CONTEXT)
      return
    }
    await tx.q
      .insertInto('instance')
      .values({ key: NAME, value: box.seal('tandem', CONTEXT) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** After a rotation the check follows the new key. */
export async function renewKeyCheck(database: Database, box: SecretBox): Promise<void> {
  await database.transaction('key-check: renewKeyCheck', async (tx) => {
    await tx.q
      .updateTable('instance')
      .set({ value: box.seal('tandem', CONTEXT) })
      .where('key', '=', NAME)
      .execute()
  })
}
