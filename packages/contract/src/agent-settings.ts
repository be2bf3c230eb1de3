/**
 * What can be set on an agent beyond its webhooks, in sections. Every field has a default, so an agent without settings
 * works; a change names only what it changes, and null puts a field back to its default.
 */
import { z } from 'zod'
import { id, languageTag, patterned, text, wholeNumber } from './fields.ts'
import { withNeeded } from './needed.ts'

const setting = <T extends z.ZodType>(schema: T, fallback: z.output<T>) =>
  z.preprocess((value) => value ?? undefined, schema.default(fallback as never))
const flag = (fallback: boolean) => setting(z.boolean(), fallback)
const price = (what: string) =>
  setting(
    withNeeded(z.number().min(0).max(1_000_000), 'a number of credits from 0 to 1,000,000'),
    0,
  ).describe(`Credits per 1,000 tokens of ${what}`)
/** Words by language: `{"en": {"fallback": "…"}}`. An empty text means: say nothing. */
const texts = (what: string) =>
  setting(
    z
      .record(languageTag(), z.record(text(60), z.string().max(2_000)))
      .refine((value) => Object.keys(value).length <= 40),
    {},
  ).describe(`${what}, by language and name; an empty text says nothing`)

export const answeringSettings = z
  .object({
    use_model: flag(true).describe('Whether a configured model writes the answers'),
    persona: setting(z.string().max(4_000), '').describe('Who the agent is, for the model'),
    instructions: setting(z.string().max(8_000), '').describe('How it answers, for the model'),
    knowledge_limit: setting(wholeNumber(1, 20), 5).describe('Pairs given to the model'),
    history_tokens: setting(wholeNumber(0, 100_000), 2_000).describe(
      'Most tokens of history given to the model',
    ),
    suggest_questions: flag(true).describe('Whether next questions are offered'),
    default_language: setting(languageTag(), 'en').describe('Language of texts when the user’s is unknown'),
    texts: texts('What the agent says by itself'),
  })
  .meta({ id: 'AnsweringSettings', description: 'How the agent answers' })

export const voiceSettings = z
  .object({ enabled: flag(false).describe('Whether answers are also spoken') })
  .meta({ id: 'VoiceSettings', description: 'Spoken answers' })

export const priceSettings = z
  .object({
    text_input: price('input text'),
    text_output: price('output text'),
    audio_input: price('input audio'),
    audio_output: price('output audio'),
  })
  .meta({ id: 'PriceSettings', description: 'What tokens cost' })

export const handoffSettings = z
  .object({
    enabled: flag(true).describe('Whether users are handed over at all'),
    phrases: setting(z.array(text(200)).max(200), []).describe(
      'More phrases by which a user asks for a person',
    ),
    after_unanswered: setting(wholeNumber(0, 20), 3).describe(
      'Questions in a row without an answer after which the user is handed over; 0 for never',
    ),
    default_service_id: setting(id().nullable(), null).describe('Component used when no other fits'),
    transcript_messages: setting(wholeNumber(0, 200), 20).describe('Most messages sent along as transcript'),
    texts: texts('What the user is told about the handoff'),
  })
  .meta({ id: 'HandoffSettings', description: 'When and how users are handed over' })

export const webTheme = z
  .object({
    accent: setting(patterned(/^#[0-9a-f]{6}$/i, 7, 'a colour such as #1f5eff'), '#1f5eff').describe(
      'Colour of the button and of what the visitor says; the text on it is black or white, whichever is easier to read',
    ),
    scheme: setting(z.enum(['auto', 'light', 'dark']), 'auto').describe('auto follows the visitor’s device'),
    side: setting(z.enum(['right', 'left']), 'right').describe('Side of the page the button is on'),
    offset_x: setting(wholeNumber(0, 200), 20).describe('Pixels from that side'),
    offset_y: setting(wholeNumber(0, 200), 20).describe('Pixels from the bottom'),
    icon: setting(z.enum(['chat', 'question', 'person']), 'chat').describe('Icon on the button'),
    label: setting(z.string().max(60), '').describe('Words on the button beside the icon'),
    placeholder: setting(z.string().max(100), '').describe(
      'Words in the empty field; else those of the visitor’s language',
    ),
  })
  .meta({ id: 'WebTheme', description: 'The look of the chat' })

export const webSettings = z
  .object({
    enabled: flag(false).describe('Whether the chat page answers'),
    title: setting(z.string().max(200), '').describe('Title of the chat page; empty for the agent’s name'),
    greeting: setting(z.string().max(2_000), '').describe('First words on the chat page'),
    allowed_origins: setting(z.array(text(300)).max(100), []).describe(
      'Origins of pages that may embed the chat besides Tandem’s own',
    ),
    allow_null_origin: flag(false).describe(
      'Whether pages without an origin may too, such as files that an app shows; any site can pretend to be one',
    ),
    theme: setting(webTheme, webTheme.parse({})).describe('The look of the chat; a change names all of it'),
    starters: setting(z.array(text(200)).max(6), []).describe(
      'Questions offered as buttons in an empty chat',
    ),
    transcript: flag(true).describe('Whether visitors may save what was said'),
    files: flag(true).describe('Whether visitors may send files'),
    identity_public_key: setting(z.string().max(2_000), '').describe(
      'Public key in PEM, for tokens by which your server says who a visitor is (ES256 or EdDSA)',
    ),
    identity_version: setting(wholeNumber(1, 1_000_000), 1).describe(
      'Number of the secret for such tokens with HS256; another number makes another secret',
    ),
    messages_per_minute: setting(wholeNumber(1, 600), 20).describe(
      'Most messages of one visitor in a minute',
    ),
  })
  .meta({ id: 'WebSettings', description: 'The chat page' })

export const publishChoices = ['at_once', 'after_approval'] as const
export const knowledgeSettings = z
  .object({
    publish_conversions: setting(z.enum(publishChoices), 'at_once').describe(
      'Whether converted documents answer at once or after somebody approved them',
    ),
  })
  .meta({ id: 'KnowledgeSettings', description: 'How knowledge is published' })

export const pairChoices = ['draft', 'live'] as const
export const deskSettings = z
  .object({
    max_per_person: setting(wholeNumber(0, 1_000), 0).describe(
      'Most users of the agent that one person has at the desk; 0 for no limit',
    ),
    away_after_s: setting(wholeNumber(5, 86_400), 120).describe(
      'Seconds without a sign of the person who has a user until the user goes back to the queue',
    ),
    pairs: setting(z.enum(pairChoices), 'draft').describe(
      'Whether pairs that operators make wait for an editor or answer at once',
    ),
  })
  .meta({ id: 'DeskSettings', description: 'How people work at the desk' })

export const agentSettings = z
  .object({
    answering: setting(answeringSettings, answeringSettings.parse({})),
    voice: setting(voiceSettings, voiceSettings.parse({})),
    prices: setting(priceSettings, priceSettings.parse({})),
    handoff: setting(handoffSettings, handoffSettings.parse({})),
    web: setting(webSettings, webSettings.parse({})),
    knowledge: setting(knowledgeSettings, knowledgeSettings.parse({})),
    desk: setting(deskSettings, deskSettings.parse({})),
  })
  .meta({ id: 'AgentSettings', description: 'Settings of an agent' })

export type AgentSettings = z.output<typeof agentSettings>
export const defaultAgentSettings: AgentSettings = agentSettings.parse({})
export type AnsweringSettings = AgentSettings['answering']
export type HandoffSettings = AgentSettings['handoff']

/** The same with everything optional; what is absent stays as it is. */
export const agentSettingsChange = z
  .object(
    Object.fromEntries(
      Object.keys(agentSettings.shape).map((name) => [
        name,
        z
          .record(text(60), z.unknown())
          .nullish()
          .describe(`Fields of ${name} to change; null for its defaults`),
      ]),
    ),
  )
  .meta({ id: 'AgentSettingsChange', description: 'What to change in the settings; the rest stays' })
