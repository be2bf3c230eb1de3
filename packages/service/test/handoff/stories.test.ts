/**
 * Random stories of users, an AI, people, a desk in all moods, passing time and killed processes. Whatever happens, the rules
 * of `verdict.ts` hold. The seed is printed; another TANDEM_TEST_SEED tells others.
 */
import { test } from 'node:test'
import { onEachEngine } from '../harness/engines.ts'
import { tellStories } from './tell-stories.ts'
import { createWorld } from './world.ts'

const STORIES = Number(process.env.TANDEM_TEST_STORIES ?? 7)

onEachEngine((engine) => {
  test('random stories with kills and failures: one voice at a time, nothing lost, nothing twice, nobody left waiting', async (t) => {
    await using world = await createWorld(engine)
    await tellStories(t, world, STORIES)
  })
})
