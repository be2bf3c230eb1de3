/** SQL for the few values that a database keeps about itself, each under a key. */
import type { Reader, Tx } from './handle.ts'

export async function readInstance({ q }: Reader, key: string): Promise<string | undefined> {
  return (await q.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst())?.value
}

/** Stores the value unless the key has one, and returns the stored value: another process may have been first. */
export async function keepInstance(tx: Tx, key: string, value: string): Promise<string> {
  await tx.q
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readInstance(tx, key)) ?? value
}

export async function replaceInstance(tx: Tx, key: string, value: string): Promise<void> {
  await tx.q.updateTable('instance').set({ value }).where('key', '=', key).execute()
}
