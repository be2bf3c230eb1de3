/** Question sets, and what came out of running them. */
export const questionSets = [
  `CREATE TABLE question_sets (
    id TEXT PRIMARY KEY,
    agent_id TEXT NOT NULL,
    name TEXT NOT NULL,
    questions TEXT NOT NULL,
    question_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (agent_id, name)
  )`,
  `CREATE TABLE question_set_runs (
    id TEXT PRIMARY KEY,
    set_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    summary TEXT NOT NULL,
    results TEXT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  `CREATE INDEX question_set_runs_by_set ON question_set_runs (set_id, id)`,
  `CREATE INDEX question_set_runs_by_agent ON question_set_runs (agent_id)`,
]
