/** What an API key can ask about itself and its agent, in the platform's shapes. */
import { z } from 'zod'

export const keyVerified = z
  .object({
    code: z.literal(0).describe('Always 0'),
    message: z.literal('OK').describe('Always OK'),
    type: z.literal('agent').describe('What the key belongs to; always an agent'),
    id: z.string().describe('Id of the agent'),
    name: z.string().describe('Name of the agent'),
  })
  .meta({ id: 'KeyVerified', description: 'The key is good' })

export const agentDetail = z
  .object({
    bot_id: z.string().describe('Id of the agent'),
    name: z.string().describe('Its name'),
    logo: z.string().describe('Always empty'),
    bot_type: z.literal('QuestionAnswer').describe('Always QuestionAnswer'),
    welcome_message: z.string().describe('First words on the chat page'),
    introduction: z.string().describe('Always empty'),
    tags: z.array(z.string()).describe('Always empty'),
    identity_prompt: z.string().describe('Who the agent is, for the model'),
    ai_model: z.string().describe('Name of the model that writes the answers; empty without one'),
    ai_model_version: z.string().describe('Always empty'),
    creativity_level: z.number().describe('Always 0'),
    doc_correlation: z.number().describe('Always 0'),
    irrelevant_questions: z.literal(false).describe('Always false: what knowledge lacks is not answered'),
    question_limit: z.int().describe('Longest text of a message, in characters'),
    long_term_memory: z.literal(false).describe('Always false: the agent remembers one conversation'),
  })
  .meta({ id: 'AgentDetail', description: 'What an agent is like' })
export type AgentDetail = z.infer<typeof agentDetail>
