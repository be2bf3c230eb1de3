/**
 * The platform's first version of sending a message and of reading messages, in terms of the second: the request becomes
 * one of `/v2/conversation/message`, the answer is the same with its text on top.
 */
import { z } from 'zod'
import {
  type BlockingAnswer,
  type ContentFile,
  type ContentPart,
  type ConversationMessageRequest,
  contentFile,
  responseModes,
} from './conversation.ts'
import { anyText, id, isBlank, optional, timeOf } from './fields.ts'
import { messageUsage, unusedFiles } from './message.ts'
import { range, withNeeded } from './needed.ts'

const maxFiles = 20

/** Clients send the empty box along with a file. */
const unlessBlank = (value: unknown) =>
  typeof value === 'string' && isBlank(value) ? undefined : (value ?? undefined)

export const messageV1Request = z
  .object({
    conversation_id: id().describe('The conversation; POST /v1/conversation makes one'),
    response_mode: z.enum(responseModes).describe('As in /v2/conversation/message'),
    text: z
      .preprocess(unlessBlank, anyText().optional())
      .describe('What the user says; this or files are needed'),
    files: optional(
      withNeeded(z.array(contentFile).max(maxFiles), `a list of at most ${maxFiles} files`),
    ).describe('What the user sends along: images, audio or documents, told apart by their names'),
    short_term_memory: optional(z.boolean()).describe('As in conversation_config'),
    long_term_memory: optional(z.boolean()).describe('As in conversation_config'),
    knowledge: optional(
      z.object({
        data_ids: optional(
          withNeeded(z.array(id()).max(200), `a list of ${range(undefined, 200)} ids`),
        ).describe('Documents to answer from'),
      }),
    ).describe('As in conversation_config'),
  })
  .check((ctx) => {
    const { text, files } = ctx.value
    if (text !== undefined || (files && files.length > 0)) return
    const params = { found: 'nothing', needed: 'a string that is not blank, or files' }
    ctx.issues.push({ code: 'custom', input: ctx.value, path: ['text'], params })
  })
  .meta({ id: 'MessageV1Request', description: 'A message to the agent, in the first version' })

export type MessageV1Request = z.output<typeof messageV1Request>

/** What tells the kind of a file, at the end of its name; all others are documents. */
const KINDS: readonly (readonly ['image' | 'audio', RegExp])[] = [
  ['image', /\.(?:jpe?g|png|gif|webp|bmp|svg|heic)$/i],
  ['audio', /\.(?:mp3|wav|m4a|ogg|webm|mpga|mpeg|aac|flac)$/i],
]
const MOST_NAME_CHARS = 10

function partOf(file: ContentFile): ContentPart {
  const path = file.url === undefined ? '' : (URL.parse(file.url)?.pathname ?? '')
  const names = [file.format === undefined ? '' : `.${file.format}`, file.name ?? '', path]
  const kind = names
    .map((name) => KINDS.find(([, ending]) => ending.test(name.slice(-MOST_NAME_CHARS)))?.[0])
    .find((each) => each !== undefined)
  if (kind === 'image') return { type: 'image', image: [file] }
  return kind === 'audio' ? { type: 'audio', audio: [file] } : { type: 'document', document: [file] }
}

/** The same request in the second version. */
export function inSecondVersion(request: MessageV1Request): ConversationMessageRequest {
  const { conversation_id, response_mode, text, files = [] } = request
  const { short_term_memory, long_term_memory, knowledge } = request
  const words: ContentPart[] = text === undefined ? [] : [{ type: 'text', text }]
  return {
    conversation_id,
    response_mode,
    messages: [{ role: 'user', content: [...words, ...files.map(partOf)] }],
    conversation_config: { short_term_memory, long_term_memory, knowledge },
  }
}

const flowOutput = z.object({
  content: z.string().describe('What was said'),
  branch: z.string().describe('Branch of the flow it came from'),
  from_component_name: z.string().describe('Component of the flow it came from'),
})
export const blockingAnswerV1 = z
  .object({
    message_id: z.string().describe('Id of the answer; of the message itself when there is none'),
    message_type: z.literal('ANSWER').describe('Always ANSWER'),
    text: z.string().describe('The answer; empty while a person has the floor, who gets the message'),
    flow_output: z.array(flowOutput).describe('The parts of the answer'),
    create_time: timeOf('When it was made'),
    conversation_id: z.string().describe('Id of the conversation'),
    usage: messageUsage.describe('What the answer consumed'),
    unused: unusedFiles,
  })
  .meta({ id: 'BlockingAnswerV1', description: 'The answer of the agent, in the first version' })
export type BlockingAnswerV1 = z.infer<typeof blockingAnswerV1>

/** Between the parts of an answer, as everywhere. */
const BETWEEN = '\n\n'

export function inFirstVersion(answer: BlockingAnswer): BlockingAnswerV1 {
  const { message_id, create_time, conversation_id, usage, output, unused } = answer
  const flow_output = output.map(({ content, from_component_branch = '', from_component_name = '' }) => {
    return { content: content.text ?? '', branch: from_component_branch, from_component_name }
  })
  const text = flow_output.map(({ content }) => content).join(BETWEEN)
  const rest = { flow_output, create_time, conversation_id, usage, ...(unused ? { unused } : {}) }
  return { message_id, message_type: 'ANSWER', text, ...rest }
}

export const messageEntryV1 = z
  .object({
    message_id: z.string().describe('Id of the message'),
    parent_message_id: z.string().nullable().describe('The message it answers'),
    message_type: z.enum(['QUESTION', 'ANSWER']).describe('Whether the user said it'),
    text: z.string().describe('What was said'),
    create_time: timeOf('When it was said'),
  })
  .meta({ id: 'MessageEntryV1', description: 'A message of a conversation, in the first version' })
export const messagePageV1 = z
  .object({
    total: z.int().describe('Of all pages together'),
    messages: z.array(messageEntryV1).describe('Messages, oldest first'),
  })
  .meta({ id: 'MessagePageV1', description: 'Messages of a conversation, in the first version' })
export type MessageEntryV1 = z.infer<typeof messageEntryV1>
