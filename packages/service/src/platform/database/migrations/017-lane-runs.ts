/** Which items of our own code run or are suspects; `lanes/suspects.ts` says what for. */
export const laneRuns = [
  `CREATE TABLE lane_runs (
    lane TEXT NOT NULL,
    seq BIGINT NOT NULL,
    worker TEXT,
    alone BIGINT NOT NULL,
    named BIGINT NOT NULL,
    strikes BIGINT NOT NULL,
    PRIMARY KEY (lane, seq)
  )`,
]
