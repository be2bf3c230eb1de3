/**
 * Shapes of the platform's first version of sending a message and of reading messages. They describe what is taken and
 * answered; a request is checked once it is one of the second version (`first-version.ts`).
 */
import { z } from 'zod'
import { contentFile, responseModes } from './conversation.ts'
import { anyText, id, optional, optionalOrEmpty, timeOf } from './fields.ts'
import { messageUsage, unusedFiles } from './message.ts'

export const messageV1Request = z
  .object({
    conversation_id: id().describe('The conversation; POST /v1/conversation makes one'),
    response_mode: z.enum(responseModes).describe('As in /v2/conversation/message'),
    text: optionalOrEmpty(anyText()).describe('What the user says; this or files are needed'),
    files: optional(z.array(contentFile)).describe(
      'What the user sends along: images, audio or documents, told apart by their names',
    ),
    short_term_memory: optional(z.boolean()).describe('As in conversation_config'),
    long_term_memory: optional(z.boolean()).describe('As in conversation_config'),
    knowledge: optional(
      z.object({ data_ids: optional(z.array(id())).describe('Documents to answer from') }),
    ).describe('As in conversation_config'),
  })
  .meta({ id: 'MessageV1Request', description: 'A message to the agent, in the first version' })

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
