/** The tables of the desk, by the rules of `schema.ts`. */

export interface DeskTables {
  /** A handoff that has reached the desk; see `desk/claim-state.ts`. */
  desk_cases: {
    handoff_id: string
    agent_id: string
    conversation_id: string
    /** The number of the last claim; 0 before the first. */
    claim: number
    /** The account of the person who talks to the user; null while nobody does. */
    owner_id: string | null
    /** The colleague who is asked to take the user. */
    offered_to: string | null
    /** How long the owner may be away. */
    away_ms: number
    /** By the clock of the lanes. */
    waiting_since: number
    /** The number of the last message that the owner has seen. */
    read_seq: number
  }
  desk_people: {
    account_id: string
    state: 'here' | 'away' | 'off'
    /** When the person was last seen at the desk, by the clock of the lanes. */
    seen_at: number
  }
  desk_notes: {
    id: string
    handoff_id: string
    account_id: string
    /** The person's name when the note was written. */
    author: string
    text: string
    created_at: number
  }
  desk_snippets: {
    id: string
    agent_id: string
    name: string
    text: string
    created_at: number
    updated_at: number
  }
}
