/** What a picture of a screen is made of. The same list serves the pictures and the test that looks at every screen. */
import type { Page } from 'playwright-core'
import type { TestService } from '../../../service/test/harness/service.ts'
import type { DeskStage } from './stage-desk.ts'
import type { TalkStage } from './stage-talk.ts'

export interface Stage extends AsyncDisposable {
  readonly service: TestService
  /** An agent with plenty of everything. */
  readonly crowded: { readonly id: string; readonly key: string }
  /** An agent nobody has done anything with. */
  readonly fresh: { readonly id: string; readonly key: string }
  /** An agent that is talked with, and what was said. */
  readonly talk: TalkStage
  /** Users who ask for a person. */
  readonly desk: DeskStage
}

export interface Shot {
  /** The area and the state, such as `deliveries-empty`. */
  readonly name: string
  /** One state of each screen is looked at in every run of the tests, and all of them by `npm run bench -- screens`. */
  readonly isEveryRun?: boolean
  /** Where it is; the console unless said. */
  readonly place?: 'desk'
  /** The address below `/console`, or below its place. */
  readonly path: (stage: Stage) => string | Promise<string>
  /** Requests whose path and query fit are never answered. */
  readonly hangs?: RegExp
  /** Requests whose path and query fit fail with 500. */
  readonly fails?: RegExp
  /** Does what has to be done on the page, and waits until there is something to see. */
  readonly ready: (page: Page) => Promise<unknown>
  /** Nobody is signed in. */
  readonly isSignedOut?: boolean
}
