/** The admin contract of a dry run: the answer that the agent would give to a message, and why. Nothing is stored. */
import { z } from 'zod'
import { agentSettingsChange } from './agent-settings.ts'
import { citations } from './citation.ts'
import { id, optional, text, textOrNull } from './fields.ts'
import { messageUsage } from './message.ts'
import { band, searchEmbedding, searchHit } from './search.ts'

const maxDryRunChars = 8_000

export const dryRunRequest = z
  .object({
    text: text(maxDryRunChars).describe('Message of the user'),
    settings: optional(agentSettingsChange).describe(
      'Settings for this request only, in the form of a change; the others are as stored',
    ),
    draft: optional(id()).describe(
      'Id of a document with a draft: the pairs of the draft, except dropped ones, replace the pairs of the document',
    ),
  })
  .meta({ id: 'DryRunRequest', description: 'A message to try out' })

const outcomes = ['answered', 'offered', 'unanswered', 'small_talk', 'handed_over'] as const

const dryRunSearch = z
  .object({
    text: z.string().describe('Text that was searched for'),
    band: band.describe('Band of the best hit; none if there is no hit'),
    embedding: searchEmbedding,
    hits: z.array(searchHit).describe('Hits, best first'),
  })
  .meta({ id: 'DryRunSearch', description: 'A search of the knowledge' })

const dryRunModel = z
  .object({
    name: z.string().describe('Name of the model'),
    requests: z
      .array(
        z.object({
          system: z.string().describe('System prompt: rules, persona and instructions'),
          messages: z
            .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() }))
            .describe('Messages of the conversation, and the sources, in order'),
          tools: z.array(z.string()).describe('Names of the tools offered to the model'),
        }),
      )
      .describe('Requests to the model, in order'),
    finish: textOrNull('Finish reason that the model reported; null if it did not finish'),
    failure: textOrNull('Why the answer is not complete; null if it is complete'),
  })
  .meta({ id: 'DryRunModel', description: 'Requests to a model and their result' })

export const dryRun = z
  .object({
    outcome: z
      .enum(outcomes)
      .describe(
        'answered: with an answer. offered: with questions to choose from. unanswered: nothing was found. small_talk: with small talk. handed_over: the user would be handed over to a person',
      ),
    text: z.string().describe('The whole answer; may be empty'),
    parts: z
      .array(
        z.object({
          component: z.string().describe('Component: knowledge, model, small_talk or fallback'),
          branch: z.string().describe('Branch of the component'),
          text: z.string().describe('Text of the part'),
        }),
      )
      .describe('The parts of the answer, in order'),
    band: band.describe('How sure the knowledge was'),
    question: z.string().describe('Question for the search, made from the message'),
    language: z.string().describe('Language of the answer'),
    offered: z.array(z.string()).describe('Questions offered, in order'),
    citations,
    handoff: z
      .enum(['user_asked', 'model'])
      .nullable()
      .describe(
        'Why the user would be handed over: asked by the user, or decided by the model; otherwise null',
      ),
    gaps: z.array(z.string()).describe('Questions that would count as unanswered'),
    searches: z.array(dryRunSearch).describe('Every search, in order'),
    model: dryRunModel.nullable().describe('Requests to the model; null if no model was asked'),
    usage: messageUsage,
    took_ms: z.int().min(0).describe('Duration, in milliseconds'),
  })
  .meta({ id: 'DryRun', description: 'The answer that the agent would give, and why' })

export type DryRun = z.infer<typeof dryRun>
