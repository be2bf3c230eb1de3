/**
 * The random stories of handoffs once more, with the desk as the human service: two people take users, lose them, pass them on and
 * are gone, while processes are killed. The same rules hold, and each word of a person was theirs to say.
 */
import { test } from 'node:test'
import { tellStories } from '../handoff/tell-stories.ts'
import { createWorld } from '../handoff/world.ts'
import { onEachEngine } from '../harness/engines.ts'

const STORIES = Number(process.env.TANDEM_TEST_STORIES ?? 6)

onEachEngine((engine) => {
  test('random stories at the desk, with kills: one voice at a time, nothing lost, nothing twice, nobody left waiting', async (t) => {
    await using world = await createWorld(engine, 'desk')
    await tellStories(t, world, STORIES)
  })
})
