/** How much a worker does at a time, and how long it waits for what. */
import type { Limits } from './turns.ts'

export interface WorkerSettings {
  /** Runs at a time in this process. */
  readonly slots: number
  readonly windowStart: number
  /** Most runs at a time of one gate. */
  readonly windowMost: number
  /** By the kind of gate, where other windows are right; see `turns.ts`. */
  readonly windows: NonNullable<Limits['windows']>
  /** Lanes taken by one claim. */
  readonly lanesPerClaim: number
  /** No run takes longer; one is not started when less of the lease is left. */
  readonly runLimitMs: number
  readonly leaseMs: number
  readonly pollMs: number
  /** Outcomes wait so long for company while much runs or queues hold still, four times as long while much more is ready. */
  readonly gatherMs: number
  /** Those of a long queue wait so long at most while others come with little. */
  readonly patientMs: number
}

export const defaultWorkerSettings: WorkerSettings = {
  slots: 2000,
  windowStart: 4,
  windowMost: 64,
  windows: {},
  lanesPerClaim: 64,
  runLimitMs: 12_000,
  leaseMs: 30_000,
  pollMs: 1000,
  gatherMs: 2,
  patientMs: 16,
}
