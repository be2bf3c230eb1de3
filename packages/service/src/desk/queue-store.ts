/** SQL of the queue of the desk, and of single cases. */
import type { queueStates } from '@tandem/contract/desk'
import type { Reader } from '../platform/database/handle.ts'
import { casesOfHandoffs, openCases } from './store.ts'

/** Cases with their handoffs, their conversations and the last message of a user or a person. */
function cases(db: Reader) {
  return casesOfHandoffs(db)
    .innerJoin('conversations as talk', 'talk.id', 'case.conversation_id')
    .innerJoin('agents as agent', 'agent.id', 'case.agent_id')
    .leftJoin('accounts as owner', 'owner.id', 'case.owner_id')
    .leftJoin('accounts as asked', 'asked.id', 'case.offered_to')
    .leftJoin('messages as last', (join) =>
      join.onRef('last.conversation_id', '=', 'case.conversation_id').on((on) =>
        on(
          'last.seq',
          '=',
          on
            .selectFrom('messages as said')
            .select(({ fn }) => fn.max('said.seq').as('seq'))
            .whereRef('said.conversation_id', '=', 'case.conversation_id')
            .where('said.role', 'in', ['user', 'human']),
        ),
      ),
    )
    .select([
      'case.handoff_id',
      'case.agent_id',
      'case.conversation_id',
      'case.claim',
      'case.owner_id',
      'case.offered_to',
      'case.waiting_since',
      'case.read_seq',
      'agent.name as agent_name',
      'owner.name as owner_name',
      'asked.name as asked_name',
      'handoff.state',
      'handoff.end_reason',
      'handoff.reason',
      'handoff.language',
      'handoff.phone',
      'handoff.requested_at',
      'handoff.deadline_at',
      'talk.user_id',
      'talk.anonymous_id',
      'talk.email',
      'talk.seen_seq',
      'last.text as last_text',
      'last.role as last_role',
      'last.created_at as last_at',
    ])
    .select((each) =>
      each
        .selectFrom('messages as unseen')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('unseen.conversation_id', '=', 'case.conversation_id')
        .whereRef('unseen.seq', '>', 'case.read_seq')
        .whereRef('unseen.handoff_id', '=', 'case.handoff_id')
        .where('unseen.role', '=', 'user')
        .as('unread'),
    )
}

export type ShownCase = Awaited<ReturnType<typeof listCases>>[number]

export interface QueueFilter {
  readonly agents: 'all' | readonly string[]
  readonly agentId: string | undefined
}

/** Open cases in one state from the view of `me`, the earliest deadline first. */
export async function listCases(
  db: Reader,
  { agents, agentId }: QueueFilter,
  state: (typeof queueStates)[number],
  me: string,
  limit: number,
) {
  let query = cases(db)
    .where('handoff.deadline_at', 'is not', null)
    .orderBy('handoff.deadline_at')
    .orderBy('handoff.id')
    .limit(limit)
  if (agents !== 'all') query = query.where('case.agent_id', 'in', agents)
  if (agentId !== undefined) query = query.where('case.agent_id', '=', agentId)
  if (state === 'waiting') query = query.where('case.owner_id', 'is', null)
  if (state === 'mine') query = query.where('case.owner_id', '=', me)
  // SQL leaves out null here: cases that nobody has.
  if (state === 'others') query = query.where('case.owner_id', '<>', me)
  return query.execute()
}

export function showCase(db: Reader, handoffId: string): Promise<ShownCase | undefined> {
  return cases(db).where('handoff.id', '=', handoffId).executeTakeFirst()
}

/** Open cases that nobody has. */
function waiting(db: Reader, { agents, agentId }: QueueFilter) {
  let query = openCases(db).where('case.owner_id', 'is', null)
  if (agents !== 'all') query = query.where('case.agent_id', 'in', agents)
  if (agentId !== undefined) query = query.where('case.agent_id', '=', agentId)
  return query
}

export async function countWaiting(db: Reader, filter: QueueFilter): Promise<number> {
  const query = waiting(db, filter).select(({ fn }) => fn.countAll<number>().as('n'))
  return (await query.executeTakeFirstOrThrow()).n
}

/** Open cases that nobody has, the earliest deadline first; without those of the agents in `except`. */
export function oldestWaiting(db: Reader, filter: QueueFilter, except: readonly string[], limit: number) {
  const query = waiting(db, filter)
    .select(['handoff.id', 'case.agent_id', 'case.conversation_id'])
    .orderBy('handoff.deadline_at')
    .orderBy('handoff.id')
    .limit(limit)
  return (except.length > 0 ? query.where('case.agent_id', 'not in', except) : query).execute()
}

/** Other conversations of the same user, newest first. */
export function earlierTalks(
  db: Reader,
  { agent_id, conversation_id, user_id, anonymous_id }: ShownCase,
  limit: number,
) {
  const own = db.q
    .selectFrom('conversations')
    .select(['id as conversation_id', 'subject', 'recent_chat_at as at'])
    .where('agent_id', '=', agent_id)
    .where('id', '<>', conversation_id)
    .orderBy('recent_chat_at', 'desc')
    .limit(limit)
  const ofUser =
    user_id === null ? own.where('anonymous_id', '=', anonymous_id) : own.where('user_id', '=', user_id)
  return ofUser.execute()
}

export function listNotes(db: Reader, handoffId: string) {
  return db.q.selectFrom('desk_notes').selectAll().where('handoff_id', '=', handoffId).orderBy('id').execute()
}
