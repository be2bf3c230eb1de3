/** The embedded engine finds by its indexes, whatever it was told of its tables before; reads of one user do not grow with the agent. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { conversationsAfter } from '../../src/conversations/page-store.ts'
import { usageByDay } from '../../src/conversations/quality-store.ts'
import { type ConversationRow, userOf } from '../../src/conversations/store.ts'
import { olderBindings, userOfAnonymous, usersOfAnonymous } from '../../src/conversations/user-store.ts'
import { earlierTalks, type ShownCase } from '../../src/desk/queue-store.ts'
import { timeOfNthLastRequest } from '../../src/handoff/store.ts'
import { DATABASE_FILE, openSqlite } from '../../src/platform/database/sqlite.ts'
import { onSqlite } from '../harness/engines.ts'
import { planOf } from '../harness/query-plan.ts'

onSqlite((engine) => {
  test('the bindings of an anonymous id are read newest first, and no more than a hundred', async () => {
    const visitor = { user_id: null, agent_id: 'a', anonymous_id: 'v', channel: 'WEB' } as ConversationRow
    const plan = await planOf(async (db) => {
      await userOf(db, visitor)
      await userOfAnonymous(db, 'a', 'v')
      await usersOfAnonymous(db, 'a', 'v')
      await olderBindings(db, 'a', 'v')
    })
    const searches = plan.filter((step) => step.startsWith('SEARCH'))
    assert.equal(searches.length, 5)
    // An id without a binding belongs to the user of its conversation.
    const [ofConversation = ''] = searches.splice(2, 1)
    assert.match(
      ofConversation,
      /conversations USING INDEX conversations_by_anonymous \(agent_id=\? AND anonymous_id=\?\)/,
    )
    for (const step of searches)
      assert.match(
        step,
        /user_bindings USING INDEX user_bindings_by_anonymous \(agent_id=\? AND anonymous_id=\?\)/,
      )
  })

  test('the requests of a visitor for a person are found without a look at the chats of the visitor', async () => {
    const plan = await planOf((db) =>
      timeOfNthLastRequest(db, { agentId: 'a', anonymousId: 'v', skip: 4, after: 1 }),
    )
    assert.deepEqual(plan, [
      'SEARCH handoffs USING INDEX handoffs_by_agent (agent_id=? AND requested_at>?)',
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH conversations USING INDEX sqlite_autoindex_conversations_1 (id=?)',
    ])
  })

  test('the newest conversations of a user are read newest first, and no others', async () => {
    const talk = { agent_id: 'a', conversation_id: 'c', anonymous_id: 'v' }
    const plan = await planOf(async (db) => {
      await earlierTalks(db, { ...talk, user_id: null } as ShownCase, 5)
      await earlierTalks(db, { ...talk, user_id: 'u' } as ShownCase, 5)
    })
    assert.deepEqual(plan, [
      'SEARCH conversations USING INDEX conversations_by_anonymous (agent_id=? AND anonymous_id=?)',
      'SEARCH conversations USING INDEX conversations_by_user (agent_id=? AND user_id=?)',
    ])
  })

  test('the usage of one conversation is summed from its messages, and not from all of the agent', async () => {
    const filter = { agentId: 'a', conversationId: 'c', from: 0, until: 1 }
    const plan = await planOf((db) => usageByDay(db, filter))
    assert.deepEqual(
      plan.filter((step) => step.includes('messages')),
      ['SEARCH messages USING INDEX sqlite_autoindex_messages_1 (conversation_id=?)'],
    )
  })

  test('a list of the conversations of a user reads the bindings of the user once, and not for each conversation', async () => {
    const filter = { agentId: 'a', channel: null, userId: 'u', from: 0, until: 1 }
    const [conversations, subquery, bindings] = await planOf((db) =>
      conversationsAfter(db, filter, undefined, 5),
    )
    assert.match(`${conversations}`, /^SEARCH conversations USING INDEX/)
    // Not correlated: SQLite makes the list once.
    assert.match(`${subquery}`, /^LIST SUBQUERY/)
    assert.match(`${bindings}`, /^SEARCH own USING INDEX user_bindings_by_user/)
  })

  test('a database that was small when it was last looked at is searched by its indexes', async () => {
    await using store = await engine.freshEnvironment()
    const folder = store.env.TANDEM_DATA ?? ''
    const raw = new DatabaseSync(join(folder, DATABASE_FILE))
    const insert = raw.prepare(
      'INSERT INTO lanes (uid, key, gate, tenant, next_seq, head_seq, retrying, claim) VALUES (?, ?, ?, ?, 1, 1, 0, 0)',
    )
    for (const name of ['a', 'b']) insert.run(name, name, 'gate', 'agent')
    raw.exec('ANALYZE')
    const plan = (database: DatabaseSync) =>
      String(database.prepare(`EXPLAIN QUERY PLAN SELECT * FROM lanes WHERE key = 'a'`).get()?.detail)

    await openSqlite(folder).close()
    await openSqlite(folder).close()
    const statistics = raw.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat_'`).all()
    raw.close()
    assert.deepEqual(statistics, [])
    const again = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true })
    assert.match(plan(again), /USING INDEX/)
    again.close()
  })
})
