/** A sink can be down, and remembers where the message webhook pointed before it was pointed at it. */
export const sinkConnection = () => [
  `ALTER TABLE sinks ADD COLUMN is_down BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE sinks ADD COLUMN replaced_url TEXT`,
]
