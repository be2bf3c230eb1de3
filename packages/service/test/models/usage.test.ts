/** What an answer is said to have cost, where endpoints count in ways of their own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelScene } from './scene.ts'

const scene = modelScene()

async function usageOf(usage: object) {
  const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`
  const chunks = [
    data({ choices: [{ delta: { content: 'Nine.' }, finish_reason: null }] }),
    data({ choices: [{ delta: {}, finish_reason: 'stop' }] }),
    data({ choices: [], usage }),
    'data: [DONE]\n\n',
  ]
  scene.server.answerNext({ kind: 'raw', chunks })
  const { chat } = scene.models()
  const turns = [{ role: 'user', text: 'When?' }] as const
  for await (const part of chat?.stream({ system: 'Answer.', turns, timeoutMs: 20_000 }) ?? [])
    if (part.kind === 'end') return part.usage
  return assert.fail('no end')
}

const usage = (completion: number, reasoning: number, total: number) => ({
  prompt_tokens: 9,
  completion_tokens: completion,
  total_tokens: total,
  completion_tokens_details: { reasoning_tokens: reasoning },
})

test('thoughts that are counted beside the completion are part of it here, and the text is not free', async () => {
  for (const [reported, completionTokens, reasoningTokens] of [
    // More than the whole.
    [usage(10, 25, 19), 35, 25],
    // Only the total tells.
    [usage(30, 25, 64), 55, 25],
    // Counted among it, as the protocol has it.
    [usage(30, 25, 39), 30, 25],
    [usage(30, 0, 39), 30, 0],
  ] as const)
    assert.deepEqual(await usageOf(reported), { promptTokens: 9, completionTokens, reasoningTokens })
})
