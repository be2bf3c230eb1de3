/** The tables of question sets, with which editors test knowledge, by the rules of `schema.ts`. */
export interface QuestionSetTables {
  question_sets: {
    id: string
    agent_id: string
    /** Unique within the agent. */
    name: string
    /** JSON: a list of questions. */
    questions: string
    question_count: number
    created_at: number
    updated_at: number
  }
  question_set_runs: {
    id: string
    set_id: string
    agent_id: string
    /** JSON: the figures that lists of runs show. */
    summary: string
    /** JSON: the result of each question, and what changed since the previous run. */
    results: string
    created_at: number
  }
}
