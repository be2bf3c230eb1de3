/** What is known about a user of an agent; `value` is JSON. */
export const userProperties = [
  `CREATE TABLE user_properties (
    agent_id TEXT NOT NULL REFERENCES agents (id),
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, user_id, name)
  )`,
  `CREATE INDEX user_properties_by_age ON user_properties (updated_at, agent_id)`,
]
