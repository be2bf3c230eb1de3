/**
 * The state machine of a claim: who has a user at the desk. Pure: what happens goes in, the new state comes out; `claims.ts`
 * writes it. The handoff itself (`handoff/state.ts`) goes on whatever happens here.
 *
 * FREE: nobody has the user, who waits in the queue. The first person to take the user has it.
 * HELD: one person has the user, and nobody else's words reach it. Each time somebody gets the user the claim has a higher
 *   number; words, closes and releases name the number, so those of an earlier claim are refused, also when the same person has the
 *   user again. To take what one has gives the same number again: the response to the first request may have been lost.
 * OFFERED: the person asks a colleague to take the user, and goes on having it until the colleague accepts. To decline, to take the
 *   offer back, or to offer it to another changes nothing else.
 *
 * The person gives the user back (release), or is gone for too long, or goes off duty (gone): the user waits again. An admin gives
 * the user to somebody, whoever has it (assign). With each change of hands the waiting time of the user begins anew, so that nobody
 * is forgotten with a person who never replies. When the handoff ends, the claim is over with it, in whatever state it is.
 */
type ClaimName = 'FREE' | 'HELD' | 'OFFERED'

/** `unassign`: an admin gives the user back to the queue. The others are explained above. */
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
  /** Who does it; null for the service itself. */
  readonly by: string | null
  /** The claim it is done under, for what only the owner may do. */
  readonly claim?: number
  /** The colleague of an offer, or who gets the user of an admin. */
  readonly to?: string
}

/** `owner`: the person who has the user, under the present number. `asked`: the colleague. */
type Who = 'anybody' | 'owner' | 'asked'
/** `grant`: somebody has the user now, under a new number. `free`: nobody has. `ask`, `forget`: the offer. */
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

/** `taken`: somebody else has the user. `over`: the claim named is over. `notAsked`: nobody offers it. */
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

/** A person who takes the user knows no number yet; all else is done under one. */
function mayDo(who: Who, { claim, owner, offeredTo }: ClaimState, happening: ClaimHappening): boolean {
  if (who === 'anybody') return true
  if (who === 'asked') return offeredTo === happening.by
  return owner === happening.by && (happening.on === 'take' || claim === happening.claim)
}

function refusalOf(on: ClaimEvent): ClaimRefusal['refusal'] {
  if (on === 'take') return 'taken'
  return on === 'accept' || on === 'decline' ? 'notAsked' : 'over'
}
