/** Finds what a delivery was repeated by; few are. */
export const repeated = [
  `CREATE INDEX lane_items_repeated ON lane_items (lane_id, origin) WHERE origin IS NOT NULL`,
]
