/** The desk: who needs a person now, the talk, and what is known about the user. */
import type { Account } from '@tandem/sdk/source'

export function Desk({ account }: { account: Account }) {
  return <main id="content">{account.name}</main>
}
