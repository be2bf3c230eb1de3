/**
 * The state machine of a claim: who has a user at the desk. Pure: an event goes in, the new state comes out; `claims.ts` writes
 * it. The handoff itself (`handoff/state.ts`) does not depend on it.
 *
 * FREE: nobody has the user, who waits in the queue. The first person to take the user gets it.
 * HELD: one person has the user, and only this person's replies reach it. Each time somebody gets the user, the claim gets a
 *   higher number. Replies, closes and releases name the number, so those of an earlier claim are refused, even if the same person
 *   has the user again. Taking a user that one already has returns the same number: the first response may have been lost.
 * OFFERED: the person offers the user to a colleague, and keeps it until the colleague accepts. Declining, withdrawing or
 *   redirecting the offer changes nothing else.
 *
 * The user waits again when the person gives it back (release), is gone for too long or goes off duty (gone). An admin can give the
 * user to anybody in any state (assign). With each change the waiting time of the user begins anew, so that no user is forgotten
 * with a person who never replies. The end of the handoff ends the claim in any state.
 */
type ClaimName = 'FREE' | 'HELD' | 'OFFERED'

/** `unassign`: an admin returns the user to the queue. The others are explained above. */
type ClaimEvent = 'take' | 'release' | OfferEvent | 'assign' | 'unassign' | 'gone'
type OfferEvent = 'offer' | 'withdraw' | 'accept' | 'decline'

export interface ClaimState {
  readonly name: ClaimName
  /** The number of the last claim; 0 before the first. */
  readonly claim: number
  readonly owner: string | null
  readonly offeredTo: string | null
}

export interface ClaimHappening {
  readonly on: ClaimEvent
  /** The acting person; null for the service itself. */
  readonly by: string | null
  /** The number of the claim, for events of its owner. */
  readonly claim?: number
  /** The colleague of an offer, or the person to whom an admin gives the user. */
  readonly to?: string
}

/** `owner`: the person who has the user, with the current number. `asked`: the colleague of the offer. */
type Who = 'anybody' | 'owner' | 'asked'
/** `grant`: somebody gets the user, with a new number. `free`: nobody has it. `ask` and `forget` make and end an offer. */
type Change = 'grant' | 'free' | 'ask' | 'forget' | 'nothing'

interface Row {
  readonly from: readonly ClaimName[]
  readonly on: ClaimEvent
  readonly may: Who
  readonly change: Change
}

const held = ['HELD', 'OFFERED'] as const
const all = ['FREE', 'HELD', 'OFFERED'] as const

const claimTransitions: readonly Row[] = [
  { from: ['FREE'], on: 'take', may: 'anybody', change: 'grant' },
  { from: held, on: 'take', may: 'owner', change: 'nothing' },
  { from: held, on: 'release', may: 'owner', change: 'free' },
  { from: held, on: 'offer', may: 'owner', change: 'ask' },
  { from: held, on: 'withdraw', may: 'owner', change: 'forget' },
  { from: ['OFFERED'], on: 'accept', may: 'asked', change: 'grant' },
  { from: ['OFFERED'], on: 'decline', may: 'asked', change: 'forget' },
  { from: all, on: 'assign', may: 'anybody', change: 'grant' },
  { from: held, on: 'unassign', may: 'anybody', change: 'free' },
  { from: held, on: 'gone', may: 'anybody', change: 'free' },
]

export interface ClaimStep {
  readonly state: ClaimState
  /** The user changed hands, so the waiting time begins anew. */
  readonly waitsAnew: boolean
}

/** `taken`: somebody else has the user. `over`: the named claim is over. `notAsked`: no offer to this person. */
interface ClaimRefusal {
  readonly refusal: 'taken' | 'over' | 'notAsked'
}

export function step(state: ClaimState, happening: ClaimHappening): ClaimStep | ClaimRefusal {
  const { on, by } = happening
  const row = claimTransitions.find((each) => each.on === on && each.from.includes(state.name))
  if (!row || !mayDo(row.may, state, happening)) return { refusal: refusalOf(on) }
  switch (row.change) {
    case 'nothing':
      return { state, waitsAnew: false }
    case 'ask':
      return { state: { ...state, name: 'OFFERED', offeredTo: happening.to ?? null }, waitsAnew: false }
    case 'forget':
      return { state: { ...state, name: 'HELD', offeredTo: null }, waitsAnew: false }
    case 'free':
      return { state: { ...state, name: 'FREE', owner: null, offeredTo: null }, waitsAnew: true }
    case 'grant': {
      const owner = on === 'assign' ? (happening.to ?? null) : by
      return { state: { name: 'HELD', claim: state.claim + 1, owner, offeredTo: null }, waitsAnew: true }
    }
  }
}

/** Every event of the owner but `take` must name the current number: a person who takes a user does not know it yet. */
function mayDo(who: Who, { claim, owner, offeredTo }: ClaimState, happening: ClaimHappening): boolean {
  if (who === 'anybody') return true
  if (who === 'asked') return offeredTo === happening.by
  return owner === happening.by && (happening.on === 'take' || claim === happening.claim)
}

function refusalOf(on: ClaimEvent): ClaimRefusal['refusal'] {
  if (on === 'take') return 'taken'
  return on === 'accept' || on === 'decline' ? 'notAsked' : 'over'
}
