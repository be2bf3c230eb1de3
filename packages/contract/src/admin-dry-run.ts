/** The admin contract of a dry run: the answer the agent would give to a message, and how it comes about. Nothing is stored. */
import { z } from 'zod'
import { agentSettingsChange } from './agent-settings.ts'
import { citations } from './citation.ts'
import { id, optional, text } from './fields.ts'
import { messageUsage } from './message.ts'
import { band, searchEmbedding, searchHit } from './search.ts'

const maxDryRunChars = 8_000

export const dryRunRequest = z
  .object({
    text: text(maxDryRunChars).describe('What a user would say'),
    settings: optional(agentSettingsChange).describe(
      'Settings for this call alone, as in a change of the settings; the rest is as saved',
    ),
    draft: optional(id()).describe(
      'A document with a draft: its pairs that are not dropped count in place of what the document shows',
    ),
  })
  .meta({ id: 'DryRunRequest', description: 'A message to try out' })

const outcomes = ['answered', 'offered', 'unanswered', 'small_talk', 'handed_over'] as const

export const dryRunSearch = z
  .object({
    text: z.string().describe('What was searched for'),
    band: band.describe('The band of the best hit; none when there is no hit'),
    embedding: searchEmbedding,
    hits: z.array(searchHit).describe('What was found, best first, and why'),
  })
  .meta({ id: 'DryRunSearch', description: 'A search of the knowledge' })

export const dryRunModel = z
  .object({
    name: z.string().describe('Name of the model'),
    requests: z
      .array(
        z.object({
          system: z.string().describe('The rules, the persona and the instructions'),
          messages: z
            .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() }))
            .describe('What was said, and the sources, in order'),
          tools: z.array(z.string()).describe('Names of the tools it was told of'),
        }),
      )
      .describe('What was sent to it, in order'),
    finish: z.string().nullable().describe('Why it ended, as it says; null when it did not'),
    failure: z.string().nullable().describe('Why it gave no whole answer; null when it did'),
  })
  .meta({ id: 'DryRunModel', description: 'What a model was asked' })

export const dryRun = z
  .object({
    outcome: z
      .enum(outcomes)
      .describe(
        'offered: questions to choose from. unanswered: nothing was found. handed_over: the user would be passed on to a person',
      ),
    text: z.string().describe('The whole answer; empty when nothing would be said'),
    parts: z
      .array(
        z.object({
          component: z.string().describe('What said it: knowledge, model, small_talk, fallback'),
          branch: z.string().describe('In which of its ways'),
          text: z.string().describe('The words'),
        }),
      )
      .describe('The parts of the answer, in order'),
    band: band.describe('How sure the knowledge was of what the answer rests on'),
    question: z.string().describe('What was made of the message, to search for'),
    language: z.string().describe('The language of the answer'),
    offered: z.array(z.string()).describe('The questions offered, in order'),
    citations,
    handoff: z
      .enum(['user_asked', 'model'])
      .nullable()
      .describe('Who would ask for a person: the user, or the model; null: nobody'),
    gaps: z.array(z.string()).describe('Questions that would be counted as unanswered'),
    searches: z.array(dryRunSearch).describe('Every search, in order'),
    model: dryRunModel.nullable().describe('What the model was asked; null when none was'),
    usage: messageUsage,
    took_ms: z.int().min(0).describe('How long it took'),
  })
  .meta({ id: 'DryRun', description: 'The answer the agent would give, and how it comes about' })

export type DryRun = z.infer<typeof dryRun>
