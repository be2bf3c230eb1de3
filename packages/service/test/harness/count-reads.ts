/** Counts the queries of a table, prepared or not, so that a test can say how often something is read. */
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
  const run: Database['run'] = (query, params) => {
    if (query.compile(database.engine, database.q).sql.includes(`from "${table}"`)) reads++
    return database.run(query, params)
  }
  return { database: { ...database, q, run }, reads: () => reads }
}
