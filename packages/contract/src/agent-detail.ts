/** The endpoints that describe an API key and its agent, in the platform's shapes. */
import { z } from 'zod'

export const keyVerified = z
  .object({
    code: z.literal(0).describe('Always 0'),
    message: z.literal('OK').describe('Always OK'),
    type: z.literal('agent').describe('Always agent'),
    id: z.string().describe('Id of the agent'),
    name: z.string().describe('Name of the agent'),
  })
  .meta({ id: 'KeyVerified', description: 'The key is valid' })

export const agentDetail = z
  .object({
    bot_id: z.string().describe('Id of the agent'),
    name: z.string().describe('Name of the agent'),
    logo: z.string().describe('Always empty'),
    bot_type: z.literal('QuestionAnswer').describe('Always QuestionAnswer'),
    welcome_message: z.string().describe('Greeting on the chat page'),
    introduction: z.string().describe('Always empty'),
    tags: z.array(z.string()).describe('Always empty'),
    identity_prompt: z.string().describe('Persona of the agent, for the model'),
    ai_model: z.string().describe('Name of the model that writes the answers; empty without a model'),
    ai_model_version: z.string().describe('Always empty'),
    creativity_level: z.number().describe('Always 0'),
    doc_correlation: z.number().describe('Always 0'),
    irrelevant_questions: z
      .literal(false)
      .describe('Always false: the agent answers only from its knowledge'),
    question_limit: z.int().describe('Maximum length of a message, in characters'),
    long_term_memory: z
      .literal(false)
      .describe('Always false: the agent remembers nothing beyond the conversation'),
  })
  .meta({ id: 'AgentDetail', description: 'Description of an agent' })
export type AgentDetail = z.infer<typeof agentDetail>
