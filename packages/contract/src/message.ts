/** The agent response message the service sends to the message webhook, and the answer it wants. */
import { z } from 'zod'
import { citations } from './citation.ts'
import { id, optional, text } from './fields.ts'

const tokens = (what: string) => z.int().min(0).describe(what)
const credits = (what: string) => z.number().min(0).describe(what)

export const messageAudio = z
  .object({
    audio: z.string().describe('URL of the audio'),
    transcript: z.string().describe('What is said in it'),
  })
  .meta({ id: 'MessageAudio', description: 'A spoken part of a response' })

export const messageOutput = z
  .object({
    from_component_branch: z.string().optional().describe('Branch of the flow the content came from'),
    from_component_name: z.string().optional().describe('Component of the flow the content came from'),
    content: z
      .object({
        text: z.string().optional().describe('The text'),
        audio: z.array(messageAudio).optional().describe('The audio'),
      })
      .describe('The content: text, audio or both'),
  })
  .meta({ id: 'MessageOutput', description: 'One part of a response' })

export const messageUsage = z
  .object({
    tokens: z
      .object({
        total_tokens: tokens('Input and output together'),
        prompt_tokens: tokens('Input'),
        completion_tokens: tokens('Output'),
        prompt_tokens_details: z
          .object({ audio_tokens: tokens('Of it audio'), text_tokens: tokens('Of it text') })
          .describe('What the input consists of'),
        completion_tokens_details: z
          .object({
            reasoning_tokens: tokens('Of it reasoning'),
            audio_tokens: tokens('Of it audio'),
            text_tokens: tokens('Of it text'),
          })
          .describe('What the output consists of'),
      })
      .describe('Tokens consumed'),
    credits: z
      .object({
        total_credits: credits('Total'),
        text_input_credits: credits('Input text'),
        text_output_credits: credits('Output text'),
        audio_input_credits: credits('Input audio'),
        audio_output_credits: credits('Output audio'),
      })
      .describe('Credits consumed'),
  })
  .meta({ id: 'MessageUsage', description: 'What the response consumed' })

export const unusedFiles = z
  .array(z.object({ name: z.string().describe('Its name'), reason: z.string().describe('Why') }))
  .optional()
  .describe('Files of the message that could not be used; absent when there are none')

export const agentMessage = z
  .object({
    user_id: z.string().nullable().describe('User id bound by the developer; null when none is bound'),
    anonymous_id: z.string().describe('Id of the anonymous user (device)'),
    conversation_id: z.string().describe('Id of the conversation'),
    message_id: z.string().describe('Id of the message; the same in every attempt to deliver it'),
    create_time: z
      .int()
      .min(0)
      .meta({ format: 'int64', description: 'When it was made, in milliseconds since 1970' }),
    output: z.array(messageOutput).describe('What the agent, or the person in its place, says'),
    usage: messageUsage.describe('What the response consumed'),
    citations: citations.optional(),
    unused: unusedFiles,
    istest: z
      .boolean()
      .optional()
      .describe('true: an availability test; answer 200 and do nothing else with it'),
  })
  .meta({ id: 'AgentMessage', description: 'A response of the agent' })

export const messageAcknowledgement = z
  .object({
    code: z.literal(200).describe('Always 200'),
    msg: z.literal('success').describe('Always success'),
  })
  .meta({ id: 'MessageAcknowledgement', description: 'The answer that says the message has arrived' })

/** What an operator or a program makes the agent say; the service fills in the rest. */
export const messageSendRequest = z
  .object({
    conversation_id: id().describe('The conversation it belongs to; messages of one arrive in order'),
    text: text(100_000).describe('What the agent says'),
    user_id: optional(id()).describe('User id bound by the developer; a conversation kept here has its own'),
    anonymous_id: optional(id()).describe('Id of the anonymous user; a conversation kept here has its own'),
    from_component_name: optional(text(200)).describe('Component that speaks'),
    from_component_branch: optional(text(200)).describe('Branch it speaks on'),
  })
  .meta({ id: 'MessageSendRequest', description: 'A message for the message webhook' })

export const messageSent = z
  .object({
    delivery_id: z.string().describe('Id of the delivery, to follow it by'),
    message_id: z.string().describe('Id of the message'),
    sequence: z.int().describe('Its place in the order of the conversation'),
  })
  .meta({ id: 'MessageSent', description: 'A message that will be delivered' })

export type MessageSendRequest = z.infer<typeof messageSendRequest>
export type MessageAudio = z.infer<typeof messageAudio>
export type MessageOutput = z.infer<typeof messageOutput>
export type MessageUsage = z.infer<typeof messageUsage>
export type AgentMessage = z.infer<typeof agentMessage>
