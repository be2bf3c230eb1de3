/** The agent response message that the service sends to the message webhook, and the response that it expects. */
import { z } from 'zod'
import { citations } from './citation.ts'
import { count, id, optional, text, textOrNull, timeOf } from './fields.ts'

const credits = (what: string) => z.number().min(0).describe(what)

const messageAudio = z
  .object({
    audio: z.string().describe('URL of the audio'),
    transcript: z.string().describe('The spoken words as text'),
  })
  .meta({ id: 'MessageAudio', description: 'A spoken part of an answer' })

export const messageOutput = z
  .object({
    from_component_branch: z
      .string()
      .optional()
      .describe('Branch of the component that produced the content'),
    from_component_name: z.string().optional().describe('Component that produced the content'),
    content: z
      .object({
        text: z.string().optional().describe('The text'),
        audio: z.array(messageAudio).optional().describe('The audio'),
      })
      .describe('The content: text, audio or both'),
  })
  .meta({ id: 'MessageOutput', description: 'One part of an answer' })

export const messageUsage = z
  .object({
    tokens: z
      .object({
        total_tokens: count('Input and output tokens together'),
        prompt_tokens: count('Input tokens'),
        completion_tokens: count('Output tokens'),
        prompt_tokens_details: z
          .object({ audio_tokens: count('Audio tokens'), text_tokens: count('Text tokens') })
          .describe('Input tokens by kind'),
        completion_tokens_details: z
          .object({
            reasoning_tokens: count('Reasoning tokens'),
            audio_tokens: count('Audio tokens'),
            text_tokens: count('Text tokens'),
          })
          .describe('Output tokens by kind'),
      })
      .describe('Tokens consumed'),
    credits: z
      .object({
        total_credits: credits('Total credits'),
        text_input_credits: credits('Credits for input text'),
        text_output_credits: credits('Credits for output text'),
        audio_input_credits: credits('Credits for input audio'),
        audio_output_credits: credits('Credits for output audio'),
      })
      .describe('Credits consumed'),
  })
  .meta({ id: 'MessageUsage', description: 'Tokens and credits that the answer consumed' })

export const unusedFiles = z
  .array(
    z.object({
      name: z.string().describe('Name of the file'),
      reason: z.string().describe('Why the file was not used'),
    }),
  )
  .optional()
  .describe('Files of the message that could not be used; absent if all were used')

export const agentMessage = z
  .object({
    user_id: textOrNull('Your id of the user; null if none is bound'),
    anonymous_id: z.string().describe('Id of the anonymous user (device)'),
    conversation_id: z.string().describe('Id of the conversation'),
    message_id: z.string().describe('Id of the message; the same in every attempt to deliver it'),
    create_time: timeOf('When the message was created'),
    output: z.array(messageOutput).describe('The message of the agent, or of the person who replaces it'),
    usage: messageUsage.describe('Tokens and credits that the answer consumed'),
    citations: citations.optional(),
    unused: unusedFiles,
    istest: z
      .boolean()
      .optional()
      .describe('true: this is an availability test; respond with 200 and do nothing else'),
  })
  .meta({ id: 'AgentMessage', description: 'A message of the agent' })

export const messageAcknowledgement = z
  .object({
    code: z.literal(200).describe('Always 200'),
    msg: z.literal('success').describe('Always success'),
  })
  .meta({ id: 'MessageAcknowledgement', description: 'The response that confirms receipt of the message' })

/** A message that an operator or a program sends as the agent. */
export const messageSendRequest = z
  .object({
    conversation_id: id().describe('Id of the conversation; the messages of a conversation arrive in order'),
    text: text(100_000).describe('Text of the message'),
    user_id: optional(id()).describe('Your id of the user; ignored for a conversation that Tandem stores'),
    anonymous_id: optional(id()).describe(
      'Id of the anonymous user; ignored for a conversation that Tandem stores',
    ),
    from_component_name: optional(text(200)).describe('Value of from_component_name in the message'),
    from_component_branch: optional(text(200)).describe('Value of from_component_branch in the message'),
  })
  .meta({ id: 'MessageSendRequest', description: 'A message for the message webhook' })

export const messageSent = z
  .object({
    delivery_id: z.string().describe('Id of the delivery'),
    message_id: z.string().describe('Id of the message'),
    sequence: z.int().describe('Position of the delivery in its conversation'),
  })
  .meta({ id: 'MessageSent', description: 'A message that will be delivered' })

export type MessageSendRequest = z.infer<typeof messageSendRequest>
export type MessageAudio = z.infer<typeof messageAudio>
export type MessageOutput = z.infer<typeof messageOutput>
export type MessageUsage = z.infer<typeof messageUsage>
export type AgentMessage = z.infer<typeof agentMessage>
