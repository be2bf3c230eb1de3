/** Counts the queries of a table, so that a test can say how often something is read. Prepared queries are not counted. */
import type { Database } from '../../src/platform/database/handle.ts'

export function countReads(database: Database, table: string): { database: Database; reads(): number } {
  let reads = 0
  const q = database.q.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node.kind === 'SelectQueryNode' ? node.from : null).includes(`"${table}"`)) reads++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { database: { ...database, q }, reads: () => reads }
}
