/** The contract of what helps people at the desk: notes, snippets, what knowledge suggests, and pairs made of what they answered. */
import { z } from 'zod'
import { caughtQuestions } from './admin-unanswered.ts'
import { flag, id, optional, optionalOrEmpty, patterned, text, timeOf } from './fields.ts'
import { band } from './search.ts'

export const maxNoteChars = 4_000
export const maxNotesPerHandoff = 200
export const deskNoteRequest = z
  .object({ text: text(maxNoteChars).describe('What you note; the user never sees it') })
  .meta({ id: 'DeskNoteRequest', description: 'A note for colleagues' })

export const maxSnippetChars = 4_000
export const maxSnippetsPerAgent = 500
/** What a snippet may name; filled in for the handoff it is used in. */
export const snippetVariables = ['user.name', 'user.email', 'user.id', 'agent.name', 'operator.name'] as const
export type SnippetVariable = (typeof snippetVariables)[number]
const variableWords = snippetVariables.map((name) => `{${name}}`).join(', ')

const snippetName = () =>
  patterned(/^[^\s/{}]+$/, 40, 'a name of 1 to 40 characters without spaces, slashes and braces').describe(
    'What is typed behind a slash to get it',
  )
const snippetText = () => text(maxSnippetChars).describe(`What is said; may hold ${variableWords}`)

export const deskSnippetQuery = z.object({
  agent_id: optional(id()).describe('Only snippets of this agent'),
  handoff_id: optional(id()).describe('Only those of its agent, filled in for its user'),
})
export const deskSnippet = z
  .object({
    id: z.string().describe('Id of the snippet'),
    agent_id: z.string().describe('The agent'),
    name: z.string().describe('What is typed to get it'),
    text: z.string().describe('As it was written'),
    filled: z.string().nullable().describe('With what is known of the user; null without handoff_id'),
    missing: z
      .array(z.enum(snippetVariables))
      .describe('Variables that nothing is known for: left out of `filled`'),
    created_at: timeOf('When it was made'),
    updated_at: timeOf('When it was last changed'),
  })
  .meta({ id: 'DeskSnippet', description: 'Words that people at the desk say often' })
export const deskSnippets = z
  .object({ items: z.array(deskSnippet).describe('By name') })
  .meta({ id: 'DeskSnippets', description: 'Snippets' })
export const deskSnippetRequest = z
  .object({ agent_id: id().describe('The agent'), name: snippetName(), text: snippetText() })
  .meta({ id: 'DeskSnippetRequest', description: 'A new snippet' })
export const deskSnippetChange = z
  .object({ name: optional(snippetName()), text: optional(snippetText()) })
  .meta({ id: 'DeskSnippetChange', description: 'What changes in a snippet' })

export const deskSuggestQuery = z.object({
  q: optionalOrEmpty(text(2_000)).describe('Words to look for; the last words of the user when absent'),
})
export const deskSuggestions = z
  .object({
    text: z.string().describe('What was looked for'),
    items: z
      .array(
        z
          .object({
            doc_id: z.string().describe('The document'),
            doc_name: z.string().describe('Its name'),
            pair_id: z.string().nullable().describe('The pair; null for a passage'),
            question: z.string().describe('Its question; empty for a passage'),
            answer: z.string().describe('Its answer'),
            band: band.describe('answer: the AI would have given it. offer: it would have offered it'),
            confidence: z.number().min(0).max(1).describe('How sure it is that it answers the words'),
          })
          .meta({ id: 'DeskSuggestion', description: 'Something from knowledge that may help' }),
      )
      .describe('The best first, five at most'),
  })
  .meta({ id: 'DeskSuggestions', description: 'What knowledge says to the words of the user' })

export const deskPairRequest = z
  .object({
    question: text(2_000).describe('What was asked'),
    answer: text(20_000).describe('What was answered'),
    dry_run: optional(flag()).describe('Only count what it would have caught; nothing is stored'),
  })
  .meta({ id: 'DeskPairRequest', description: 'Make a pair of what was answered' })
export const deskPairMade = z
  .object({
    state: z
      .enum(['live', 'draft', 'none'])
      .describe('live: it answers now. draft: an editor looks at it first. none: nothing was stored'),
    doc_id: z.string().nullable().describe('The document it is in'),
    caught: caughtQuestions.describe('Past questions that it would have caught'),
  })
  .meta({ id: 'DeskPairMade', description: 'What became of the pair' })

export type DeskSnippet = z.infer<typeof deskSnippet>
export type DeskSuggestions = z.infer<typeof deskSuggestions>
export type DeskPairMade = z.infer<typeof deskPairMade>
