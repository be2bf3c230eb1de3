/** What most of the service works with. A function takes the parts of it that it needs: `Pick<Core, 'database' | 'clock'>`. */
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
