/** What the screens of people read. */
import { queryOptions } from '@tanstack/react-query'
import { admin } from '../../api.ts'

const MOST = 2_000

export const accountsQuery = () =>
  queryOptions({
    queryKey: ['accounts'],
    async queryFn({ signal }) {
      const accounts = []
      for await (const account of admin.accounts.list({ limit: 100 }, { signal })) {
        accounts.push(account)
        if (accounts.length >= MOST) break
      }
      return accounts
    },
  })

export const sessionsQuery = () =>
  queryOptions({ queryKey: ['sessions'], queryFn: ({ signal }) => admin.sessions.list({}, { signal }) })
