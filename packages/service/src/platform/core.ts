/** The dependencies that most of the service shares. A function takes only those it needs: `Pick<Core, 'database' | 'clock'>`. */
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/handle.ts'
import type { Log } from './log.ts'

export interface Core {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly database: Database
}
