/** SQL of conversions: what became of the text of each document that was turned into pairs. */
import type { Reader, Tx } from '../../platform/database/handle.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type ConversionRow = Schema['conversions']

/** The newest report of a document replaces the one before. */
export async function putConversion(tx: Tx, row: ConversionRow): Promise<void> {
  const { document_id: _document, ...rest } = row
  await tx.q
    .insertInto('conversions')
    .values(row)
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(rest))
    .execute()
}

export function findConversion(
  db: Reader,
  agentId: string,
  documentId: string,
): Promise<ConversionRow | undefined> {
  return db.q
    .selectFrom('conversions')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
}
