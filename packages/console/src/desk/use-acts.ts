/** What a person does with a user: take, give back, hand over, close. Whoever comes second is told who was first. */
import type { DeskItem, TandemError } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { admin, queryClient } from '../api.ts'
import { type Keys, useKeys } from '../keys.ts'
import { deskTexts } from '../texts/desk.ts'
import { useText } from '../texts/text.ts'
import { tell, tellError, tellProblem } from '../ui/Toast.tsx'
import { deskPaths } from './desk-paths.ts'
import { caseQuery, deskChanged, nameOf } from './queries.ts'

const NOT_YOURS = 40902
const ACT = { mutationKey: ['desk-act'] }

export interface Acts {
  readonly take: (item: DeskItem) => void
  readonly takeNext: () => void
  readonly release: (item: Claimed) => void
  readonly offer: (item: Claimed, to: string | null) => void
  readonly decline: (item: DeskItem) => void
  readonly close: (item: Claimed, then: 'teach' | 'next') => void
  readonly takeOver: (conversationId: string) => void
  readonly isBusy: boolean
}

/**
 * While something is done no key does another: what is typed ahead is meant for the talk that opens. That is asked when a key is
 * pressed, since what is drawn may be older.
 */
export function useActKeys(keys: Keys): void {
  const guarded = Object.entries(keys).map(([name, act]): [string, Keys[string]] => [
    name,
    (event) => void (queryClient.isMutating(ACT) > 0 || act(event)),
  ])
  useKeys(Object.fromEntries(guarded))
}

type Claimed = Pick<DeskItem, 'id' | 'claim' | 'user'>

export function useActs(onClosed: (handoffId: string, then: 'teach' | 'next') => void): Acts {
  const t = useText(deskTexts)
  const [, navigate] = useLocation()
  /** It is read first, so that it opens with the reply and nothing in between. What cannot be read, its page tells of. */
  const open = async (id: string) => {
    await queryClient.fetchQuery({ ...caseQuery(id), staleTime: 0 }).catch(() => {})
    navigate(deskPaths.handoff(id))
  }
  const acting = useMutation({
    ...ACT,
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => deskChanged(),
  })
  const nameOfUser = (item: Pick<DeskItem, 'user'>) => nameOf(item, (id) => t('visitor', { id }))

  /** Somebody else has the user: says who, as the service knows it now. */
  const tellWho = async (item: Pick<DeskItem, 'id' | 'user'>, error: TandemError) => {
    if (error.code !== NOT_YOURS) return tellError(error)
    const now = await queryClient.fetchQuery({ ...caseQuery(item.id), staleTime: 0 }).catch(() => undefined)
    tellProblem(
      now?.owner
        ? t('colleagueHas', { name: now.owner.name, user: nameOfUser(item) })
        : t('nobodyHas', { user: nameOfUser(item) }),
    )
  }
  const run = (item: Pick<DeskItem, 'id' | 'user'>, act: () => Promise<unknown>, then?: () => void) =>
    acting.mutate(act, { onSuccess: () => then?.(), onError: (error) => void tellWho(item, error) })
  const claimed = (item: Claimed, act: (claim: number) => Promise<unknown>, then?: () => void) => {
    const { claim } = item
    if (claim !== null) run(item, () => act(claim), then)
  }
  const take = (item: DeskItem) => {
    const target = { handoffId: item.id }
    run(item, async () => {
      await (item.state === 'others' ? admin.desk.accept(target) : admin.desk.claim(target))
      await open(item.id)
    })
  }
  /** Several people who take the next user in the same moment each get another one. */
  const takeFirst = async () => {
    const { taken } = await admin.desk.next({})
    if (taken) await open(taken.handoff_id)
    else tell(t('nobodyWaits'))
  }
  const takeNext = () => {
    // A key that is held down takes one.
    if (!acting.isPending) acting.mutate(takeFirst, { onError: tellError })
  }
  return {
    take,
    takeNext,
    release: (item) =>
      claimed(
        item,
        (claim) => admin.desk.release({ handoffId: item.id }, { claim }),
        () => tell(t('released', { user: nameOfUser(item) })),
      ),
    offer: (item, to) => claimed(item, (claim) => admin.desk.transfer({ handoffId: item.id }, { claim, to })),
    decline: (item) => run(item, () => admin.desk.decline({ handoffId: item.id })),
    close: (item, then) =>
      claimed(
        item,
        (claim) => admin.desk.close({ handoffId: item.id }, { claim }),
        () => {
          onClosed(item.id, then)
          if (then === 'next') acting.mutate(takeFirst, { onError: tellError })
        },
      ),
    takeOver: (conversationId) =>
      acting.mutate(
        async () => {
          const { handoff_id } = await admin.desk.takeover({ conversationId })
          await open(handoff_id)
        },
        { onError: tellError },
      ),
    isBusy: acting.isPending,
  }
}
