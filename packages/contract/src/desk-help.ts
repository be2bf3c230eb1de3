/** The contract of the aids at the desk: notes, snippets, suggestions from the knowledge, and pairs made from replies. */
import { z } from 'zod'
import { caughtQuestions } from './admin-unanswered.ts'
import { flag, id, optional, optionalOrEmpty, patterned, text, textOrNull, timeOf } from './fields.ts'
import { band } from './search.ts'

const maxNoteChars = 4_000
export const maxNotesPerHandoff = 200
export const deskNoteRequest = z
  .object({ text: text(maxNoteChars).describe('Text of the note; the user never sees it') })
  .meta({ id: 'DeskNoteRequest', description: 'A note for colleagues' })

const maxSnippetChars = 4_000
export const maxSnippetsPerAgent = 500
/** The variables of snippets, which are replaced by the values of a handoff. */
export const snippetVariables = ['user.name', 'user.email', 'user.id', 'agent.name', 'operator.name'] as const
export type SnippetVariable = (typeof snippetVariables)[number]
const variableWords = snippetVariables.map((name) => `{${name}}`).join(', ')

const snippetName = () =>
  patterned(/^[^\s/{}]+$/, 40, 'a name of 1 to 40 characters without spaces, slashes and braces').describe(
    'Name that a person types after a slash to insert the snippet',
  )
const snippetText = () => text(maxSnippetChars).describe(`Text of the snippet; may contain ${variableWords}`)

export const deskSnippetQuery = z.object({
  agent_id: optional(id()).describe('Only snippets of this agent'),
  handoff_id: optional(id()).describe('Only snippets of the agent of this handoff, filled in for its user'),
})
export const deskSnippet = z
  .object({
    id: z.string().describe('Id of the snippet'),
    agent_id: z.string().describe('Id of the agent'),
    name: z.string().describe('Name that a person types to insert the snippet'),
    text: z.string().describe('Text with its variables'),
    filled: textOrNull('Text with the values of the handoff; null without handoff_id'),
    missing: z
      .array(z.enum(snippetVariables))
      .describe('Variables without a known value, which are removed from `filled`'),
    created_at: timeOf('When the snippet was created'),
    updated_at: timeOf('When the snippet was last changed'),
  })
  .meta({ id: 'DeskSnippet', description: 'A text that people at the desk use often' })
export const deskSnippets = z
  .object({ items: z.array(deskSnippet).describe('Snippets, sorted by name') })
  .meta({ id: 'DeskSnippets', description: 'Snippets' })
export const deskSnippetRequest = z
  .object({ agent_id: id().describe('Id of the agent'), name: snippetName(), text: snippetText() })
  .meta({ id: 'DeskSnippetRequest', description: 'A new snippet' })
export const deskSnippetChange = z
  .object({ name: optional(snippetName()), text: optional(snippetText()) })
  .meta({ id: 'DeskSnippetChange', description: 'Change a snippet; an omitted field stays as it is' })

export const deskSuggestQuery = z.object({
  q: optionalOrEmpty(text(2_000)).describe('Text to search for; if omitted, the last message of the user'),
})
export const deskSuggestions = z
  .object({
    text: z.string().describe('Text that was searched for'),
    items: z
      .array(
        z
          .object({
            doc_id: z.string().describe('Id of the document'),
            doc_name: z.string().describe('Name of the document'),
            pair_id: textOrNull('Id of the pair; null for a passage'),
            question: z.string().describe('Question of the pair; empty for a passage'),
            answer: z.string().describe('Answer of the pair, or text of the passage'),
            band: band.describe('answer: the AI would give it as the answer. offer: the AI would offer it'),
            confidence: z.number().min(0).max(1).describe('How likely it answers the text'),
          })
          .meta({ id: 'DeskSuggestion', description: 'A pair or passage that may help' }),
      )
      .describe('At most five suggestions, best first'),
  })
  .meta({ id: 'DeskSuggestions', description: 'Suggestions from the knowledge for a message of the user' })

export const deskPairRequest = z
  .object({
    question: text(2_000).describe('Question of the pair'),
    answer: text(20_000).describe('Answer of the pair'),
    dry_run: optional(flag()).describe(
      'true: nothing is stored; the response only has the past questions that the pair would have answered',
    ),
  })
  .meta({ id: 'DeskPairRequest', description: 'Add a question and its answer to the knowledge' })
export const deskPairMade = z
  .object({
    state: z
      .enum(['live', 'draft', 'none'])
      .describe(
        'live: the pair is in use. draft: it waits for approval by an editor. none: nothing was stored',
      ),
    doc_id: textOrNull('Id of the document of the pair; null if nothing was stored'),
    caught: caughtQuestions.describe('Past questions that the pair would have answered'),
  })
  .meta({ id: 'DeskPairMade', description: 'The result of adding a pair' })

export type DeskSnippet = z.infer<typeof deskSnippet>
export type DeskSuggestions = z.infer<typeof deskSuggestions>
export type DeskPairMade = z.infer<typeof deskPairMade>
