/** The tables of accounts, by the rules of `schema.ts`. */
import type { Role } from '@tandem/contract/admin-accounts'

export interface AccountTables {
  accounts: {
    id: string
    /** In lower case. */
    email: string
    name: string
    role: Role
    /** JSON: ids of the agents that the account may manage; null for all. */
    agents: string | null
    desk: number
    /** The hash that `accounts/passwords.ts` writes; null for none. */
    password: string | null
    created_at: number
    disabled_at: number | null
  }
  /** A session that has ended has no row, or a row that is too old. */
  sessions: {
    token_hash: string
    id: string
    account_id: string
    by_link: number
    address: string
    user_agent: string
    created_at: number
    last_used_at: number
  }
  /** A used link has no row. */
  sign_in_links: { code_hash: string; account_id: string; created_at: number }
  audit: {
    id: string
    at: number
    account_id: string | null
    actor: string
    action: string
    agent_id: string | null
    target: string | null
    address: string
  }
}
