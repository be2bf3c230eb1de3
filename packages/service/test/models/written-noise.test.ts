/** Calls and thoughts that a model writes into its text: never shown, and a call of a tool that was given is that call. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import type { ChatModel, ChatPart, ChatRequest } from '../../src/models/chat-model.ts'
import { createNoiseFilter } from '../../src/models/tool-noise.ts'
import { modelScene } from './scene.ts'

const scene = modelScene()
const TOOLS = [
  { name: 'no_answer', description: 'Says that there is none.', input: z.object({}) },
  {
    name: 'hand_over',
    description: 'Calls a person.',
    input: z.object({ reason: z.enum(['wish', 'need']).optional() }),
  },
]
const REQUEST: ChatRequest = {
  system: 'Answer briefly.',
  turns: [{ role: 'user', text: 'What are your hours?' }],
  tools: TOOLS,
  timeoutMs: 20_000,
}

interface Heard {
  readonly text: string
  readonly tools: readonly (readonly [string, unknown])[]
  readonly tookBack: boolean
}

function heardOf(parts: readonly ChatPart[]): Heard {
  let text = ''
  let tookBack = false
  const tools: [string, unknown][] = []
  for (const part of parts) {
    if (part.kind === 'text') text += part.text
    else if (part.kind === 'tool') tools.push([part.name, part.input])
    else if (part.kind === 'anew') {
      text = ''
      tookBack = true
    }
  }
  return { text, tools, tookBack }
}

function sift(pieces: readonly string[], { tools = TOOLS, opensInThoughts = false, isCut = false } = {}) {
  const filter = createNoiseFilter(tools, opensInThoughts)
  return heardOf([...pieces.flatMap((piece) => filter.push(piece)), ...filter.end(isCut)])
}

async function heardFrom(chat: ChatModel | undefined, more: Partial<ChatRequest> = {}) {
  assert.ok(chat)
  const parts: ChatPart[] = []
  for await (const part of chat.stream({ ...REQUEST, ...more })) parts.push(part)
  assert.equal(parts.at(-1)?.kind, 'end')
  return { ...heardOf(parts), parts }
}

const NONE = ['no_answer', {}] as const
const PERSON = ['hand_over', { reason: 'need' }] as const
const CALLS = [
  ['{"name": "no_answer", "arguments": {}}', NONE],
  ['{"name":"no_answer","parameters":{}}', NONE],
  ['{"name": "no_answer"}', NONE],
  ['{ "type": "function", "function": { "name": "no_answer", "arguments": "{}" } }', NONE],
  ['[{"name": "no_answer", "arguments": {}}]', NONE],
  ['{"tool_calls": [{"id": "1", "function": {"name": "no_answer", "arguments": "{}"}}]}', NONE],
  ['```json\n{"name":"no_answer","parameters":{}}\n```', NONE],
  ['no_answer()', NONE],
  ['no_answer', NONE],
  ['<tool_call>\n{"name": "no_answer", "arguments": {}}\n</tool_call>', NONE],
  ['<tool_call>\n<function=no_answer>\n</function>\n</tool_call>', NONE],
  ['<function=no_answer>{}</function>', NONE],
  ['[TOOL_CALLS][{"name": "no_answer", "arguments": {}}]', NONE],
  ['[TOOL_CALLS]no_answer[ARGS]{}', NONE],
  ['<|python_tag|>{"name": "no_answer", "parameters": {}}', NONE],
  ['{"name": "hand_over", "arguments": {"reason": "need"}}', PERSON],
  ['<function=hand_over><parameter=reason>\nneed\n</parameter></function>', PERSON],
] as const

describe('what a model writes into its text', () => {
  for (const [written, call] of CALLS)
    it(`is a call, and no words: ${written.slice(0, 60).replaceAll('\n', ' ')}`, () => {
      for (const pieces of [[written], [...written]]) {
        assert.deepEqual(sift(pieces), { text: '', tools: [call], tookBack: false })
        const { text, tools } = sift(['I do not know.\n', ...pieces])
        assert.deepEqual([text.trim(), tools], ['I do not know.', [call]])
      }
    })

  it('comes from the stream as a call too, whether or not the endpoint was told of the tools', async () => {
    const { chat } = scene.models()
    for (const hidesTools of [false, true]) {
      scene.server.answerNext({ kind: 'chat', pieces: ['{"name": "no_', 'answer", "argu', 'ments": {}}'] })
      const { text, tools } = await heardFrom(chat, { hidesTools })
      assert.deepEqual([text, tools], ['', [NONE]])
      assert.equal('tools' in (scene.server.requests.at(-1)?.json ?? {}), !hidesTools)
    }
  })

  it('is dropped where it is a call of no tool of ours, does not fit, or was cut off', () => {
    for (const written of [
      '{"name": "search_web", "arguments": {"q": "hours"}}',
      '{"name": "hand_over", "arguments": {"reason": 7}}',
      '{"name": "no_answer", "argum',
    ])
      assert.deepEqual(sift([...written]), { text: '', tools: [], tookBack: false }, written)
  })

  it('stays where it is no call', () => {
    for (const text of [
      'Send {"name": "Anna", "age": 7} as JSON.',
      '```json\n{"name": "Anna"}\n```\nThat is all.',
      '```js\nconst a = [1, {b: 2}]\n```',
      'No [link](https://a.example), no `code`, no_answers, {{name}} and now n',
      'The value of no_answer is 3.',
      '{"name": "unfinished',
    ])
      for (const pieces of [[text], [...text]]) assert.equal(sift(pieces).text, text)
    // Without tools nothing can be a call.
    assert.equal(sift([CALLS[0][0]], { tools: [] }).text, CALLS[0][0])
  })

  it('is taken back when thoughts end that were opened in the prompt, and not even shown the next time', async () => {
    const { chat } = scene.models()
    const pieces = ['Hidden plan, ', 'more of it', '</thi', 'nk>\n\n', 'Nine.']
    scene.server.answer(() => ({ kind: 'chat', pieces }))
    const first = await heardFrom(chat)
    assert.deepEqual([first.text, first.tookBack], ['Nine.', true])
    const second = await heardFrom(chat)
    assert.deepEqual([second.text, second.tookBack], ['Nine.', false])
    assert.doesNotMatch(JSON.stringify(second.parts), /Hidden|more/)
    // Thoughts that were cut off are no answer; an answer without thoughts is one, and shown as it comes from then on.
    scene.server.answer(() => ({ kind: 'chat', pieces: ['Hidden plan'], finish: 'length' }))
    assert.equal((await heardFrom(chat)).text, '')
    scene.server.answer(() => ({ kind: 'chat', pieces: ['Nine ', 'to <b>five</b>.'] }))
    assert.deepEqual((await heardFrom(chat)).parts[0], { kind: 'text', text: 'Nine to <b>five</b>.' })
    assert.deepEqual((await heardFrom(chat)).parts[0], { kind: 'text', text: 'Nine ' })
  })

  it('does not take an answer back for a mark that is only left over', () => {
    assert.equal(sift(['<think>Hidden</think>Nine.</think>']).text, 'Nine.')
  })

  it('is the same however it is cut into pieces', () => {
    const part = fc.constantFrom(
      ...CALLS.map(([written]) => written),
      ...['{', '"name"', '```', '`', '[', 'no_', 'no_answer', '(', ')', '<', '<|im_end|>'],
      ...['</think>', '<think>', 'word', ' ', '\n', 'json', '{"name": ', '<tool_call>', '</tool_call>'],
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }),
        fc.array(fc.nat(20), { maxLength: 60 }),
        fc.boolean(),
        (parts, cuts, opensInThoughts) => {
          const whole = parts.join('')
          const pieces: string[] = []
          let at = 0
          for (const cut of cuts) {
            pieces.push(whole.slice(at, at + cut))
            at += cut
          }
          pieces.push(whole.slice(at))
          const { text, tools } = sift(pieces, { opensInThoughts })
          const once = sift([whole], { opensInThoughts })
          assert.equal(text.trimEnd(), once.text.trimEnd())
          // Those of words that were thoughts may have been made before that was known.
          if (!whole.includes('</think>')) assert.deepEqual(tools.toSorted(), once.tools.toSorted())
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('costs little, whatever it is', () => {
    // Anything but bounded work a character would take minutes here.
    for (const part of ['{"name":', '```json\n{', '[ ', '<tool_call>', '`', 'no_answer(', '{ "name" : [{'])
      sift([...part.repeat(3000)])
  })
})
