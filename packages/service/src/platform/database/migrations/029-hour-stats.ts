/** What happened in each hour of an agent, added up. */
export const hourStats = [
  `CREATE TABLE hour_stats (
    agent_id TEXT NOT NULL,
    hour BIGINT NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (agent_id, hour)
  )`,
]
