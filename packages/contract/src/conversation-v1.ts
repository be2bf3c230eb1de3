/**
 * Shapes of version 1 of the platform's endpoints that send and list messages. They only document requests and responses: a
 * request is converted to version 2 (`first-version.ts`) and checked there.
 */
import { z } from 'zod'
import { contentFile, responseModes, webhookAccepted } from './conversation.ts'
import { anyText, id, optional, optionalOrEmpty, textOrNull, timeOf } from './fields.ts'
import { messageUsage, unusedFiles } from './message.ts'

export const messageV1Request = z
  .object({
    conversation_id: id().describe('Id of the conversation, from POST /v1/conversation'),
    response_mode: z.enum(responseModes).describe('As in POST /v2/conversation/message'),
    text: optionalOrEmpty(anyText()).describe('Text of the user; required without files'),
    files: optional(z.array(contentFile)).describe(
      'Images, audio or documents; their format, name or URL tells which',
    ),
    short_term_memory: optional(z.boolean()).describe('As in conversation_config'),
    long_term_memory: optional(z.boolean()).describe('As in conversation_config'),
    knowledge: optional(
      z.object({ data_ids: optional(z.array(id())).describe('Ids of documents') }),
    ).describe('As in conversation_config'),
  })
  .meta({ id: 'MessageV1Request', description: 'A message to the agent, version 1' })

const flowOutput = z.object({
  content: z.string().describe('Text of the part'),
  branch: z.string().describe('Branch of the component that produced it'),
  from_component_name: z.string().describe('Component that produced it'),
})
const blockingAnswerV1 = z
  .object({
    message_id: z.string().describe('Id of the answer; id of the sent message if there is no answer'),
    message_type: z.literal('ANSWER').describe('Always ANSWER'),
    text: z
      .string()
      .describe('The answer; empty while a person has the floor, because the person gets the message'),
    flow_output: z.array(flowOutput).describe('The parts of the answer'),
    create_time: timeOf('When the answer was created'),
    conversation_id: z.string().describe('Id of the conversation'),
    usage: messageUsage.describe('Tokens and credits that the answer consumed'),
    unused: unusedFiles,
  })
  .meta({ id: 'BlockingAnswerV1', description: 'The answer of the agent, version 1' })
export type BlockingAnswerV1 = z.infer<typeof blockingAnswerV1>

/** The response depends on `response_mode`. */
export const messageAnswerV1 = z.union([blockingAnswerV1, webhookAccepted])

const messageEntryV1 = z
  .object({
    message_id: z.string().describe('Id of the message'),
    parent_message_id: textOrNull(
      'Id of the message that it answers, else of the previous message; null for the first message',
    ),
    message_type: z
      .enum(['QUESTION', 'ANSWER'])
      .describe('QUESTION: a message of the user. ANSWER: any other'),
    text: z.string().describe('Text of the message'),
    create_time: timeOf('When the message was created'),
  })
  .meta({ id: 'MessageEntryV1', description: 'A message of a conversation, version 1' })
export const messagePageV1 = z
  .object({
    total: z.int().describe('Number of messages on all pages'),
    messages: z.array(messageEntryV1).describe('Messages, oldest first'),
  })
  .meta({ id: 'MessagePageV1', description: 'One page of messages, version 1' })
export type MessageEntryV1 = z.infer<typeof messageEntryV1>
