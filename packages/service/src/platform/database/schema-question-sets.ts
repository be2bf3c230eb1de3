/** The tables of question sets, which editors try knowledge out with, by the rules of `schema.ts`. */
export interface QuestionSetTables {
  question_sets: {
    id: string
    agent_id: string
    /** One set of an agent has it. */
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
    /** JSON: what lists of runs show. */
    summary: string
    /** JSON: what came out of each question, and what changed since the run before. */
    results: string
    created_at: number
  }
}
