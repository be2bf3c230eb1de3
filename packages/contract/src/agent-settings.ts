/**
 * The settings of an agent besides its webhooks, in sections. Every field has a default. A change has only the fields to
 * change; null resets a field to its default.
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
const maxLanguages = 40
/** Texts by language and name: `{"en": {"fallback": "…"}}`. An empty text sends nothing. */
const texts = (what: string) =>
  setting(
    withNeeded(
      z
        .record(languageTag(), z.record(text(60), z.string().max(2_000)))
        .refine((value) => Object.keys(value).length <= maxLanguages),
      `an object of at most ${maxLanguages} languages`,
    ),
    {},
  ).describe(`${what}, by language and name; an empty text sends nothing`)

const answeringSettings = z
  .object({
    use_model: flag(true).describe('Whether a configured model writes the answers'),
    persona: setting(z.string().max(4_000), '').describe('Persona of the agent, for the model'),
    instructions: setting(z.string().max(8_000), '').describe('How the agent should answer, for the model'),
    knowledge_limit: setting(wholeNumber(1, 20), 5).describe('Maximum number of pairs given to the model'),
    history_tokens: setting(wholeNumber(0, 100_000), 2_000).describe(
      'Maximum number of tokens of the conversation given to the model',
    ),
    suggest_questions: flag(true).describe('Whether next questions are offered'),
    default_language: setting(languageTag(), 'en').describe(
      'Language of texts if the language of the user is unknown',
    ),
    texts: texts('Standard texts of the agent'),
  })
  .meta({ id: 'AnsweringSettings', description: 'How the agent answers' })

const voiceSettings = z
  .object({ enabled: flag(false).describe('Whether answers are also spoken') })
  .meta({ id: 'VoiceSettings', description: 'Spoken answers' })

const priceSettings = z
  .object({
    text_input: price('input text'),
    text_output: price('output text'),
    audio_input: price('input audio'),
    audio_output: price('output audio'),
  })
  .meta({ id: 'PriceSettings', description: 'What tokens cost' })

const handoffSettings = z
  .object({
    enabled: flag(true).describe('Whether users are handed over at all'),
    phrases: setting(z.array(text(200)).max(200), []).describe(
      'Additional phrases by which a user asks for a person',
    ),
    after_unanswered: setting(wholeNumber(0, 20), 3).describe(
      'The user is handed over after this many consecutive questions without an answer; 0: never',
    ),
    default_service_id: setting(id().nullable(), null).describe(
      'Id of the human service component to use if the rules choose no other',
    ),
    transcript_messages: setting(wholeNumber(0, 200), 20).describe(
      'Maximum number of messages in the transcript for the person',
    ),
    texts: texts('Notices to the user about the handoff'),
  })
  .meta({ id: 'HandoffSettings', description: 'When and how users are handed over' })

const webTheme = z
  .object({
    accent: setting(patterned(/^#[0-9a-f]{6}$/i, 7, 'a colour such as #1f5eff'), '#1f5eff').describe(
      'Colour of the button and of the visitor’s messages; text on it is black or white, whichever is easier to read',
    ),
    scheme: setting(z.enum(['auto', 'light', 'dark']), 'auto').describe('auto follows the visitor’s device'),
    side: setting(z.enum(['right', 'left']), 'right').describe('Side of the page on which the button is'),
    offset_x: setting(wholeNumber(0, 200), 20).describe('Distance of the button from that side, in pixels'),
    offset_y: setting(wholeNumber(0, 200), 20).describe('Distance of the button from the bottom, in pixels'),
    icon: setting(z.enum(['chat', 'question', 'person']), 'chat').describe('Icon on the button'),
    label: setting(z.string().max(60), '').describe('Text on the button, next to the icon'),
    placeholder: setting(z.string().max(100), '').describe(
      'Text in the empty input field; if empty, the default text of the visitor’s language',
    ),
  })
  .meta({ id: 'WebTheme', description: 'The look of the chat' })

const webSettings = z
  .object({
    enabled: flag(false).describe('Whether the chat page works'),
    title: setting(z.string().max(200), '').describe(
      'Title of the chat page; if empty, the name of the agent',
    ),
    greeting: setting(z.string().max(2_000), '').describe('Greeting on the chat page'),
    allowed_origins: setting(z.array(text(300)).max(100), []).describe(
      'Origins of other pages that may embed the chat',
    ),
    allow_null_origin: flag(false).describe(
      'Whether pages without an origin may embed the chat too, such as local files in an app. Any site can pretend to have no origin',
    ),
    theme: setting(webTheme, webTheme.parse({})).describe(
      'The look of the chat; a change replaces the whole theme',
    ),
    starters: setting(z.array(text(200)).max(6), []).describe(
      'Questions offered as buttons in an empty chat',
    ),
    transcript: flag(true).describe('Whether visitors may save the transcript'),
    files: flag(true).describe('Whether visitors may send files'),
    identity_public_key: setting(z.string().max(2_000), '').describe(
      'Public key (PEM) that verifies the tokens with which your server identifies visitors (ES256 or EdDSA)',
    ),
    identity_version: setting(wholeNumber(1, 1_000_000), 1).describe(
      'Version of the secret for such tokens with HS256; a new number creates a new secret',
    ),
    messages_per_minute: setting(wholeNumber(1, 600), 20).describe(
      'Maximum number of messages of one visitor per minute',
    ),
  })
  .meta({ id: 'WebSettings', description: 'The chat page' })

const publishChoices = ['at_once', 'after_approval'] as const
const knowledgeSettings = z
  .object({
    publish_conversions: setting(z.enum(publishChoices), 'at_once').describe(
      'Whether converted documents are used at once or only after somebody has approved them',
    ),
  })
  .meta({ id: 'KnowledgeSettings', description: 'How knowledge is published' })

const pairChoices = ['draft', 'live'] as const
const deskSettings = z
  .object({
    max_per_person: setting(wholeNumber(0, 1_000), 0).describe(
      'Maximum number of users of the agent that one person may have at the desk; 0: no limit',
    ),
    away_after_s: setting(wholeNumber(5, 86_400), 120).describe(
      'Seconds of absence of a person after which their users go back to the queue',
    ),
    pairs: setting(z.enum(pairChoices), 'draft').describe(
      'Whether pairs that operators make wait for approval (draft) or are used at once (live)',
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

/** A change of the settings: sections and fields that are left out stay as they are. */
export const agentSettingsChange = z
  .object(
    Object.fromEntries(
      Object.keys(agentSettings.shape).map((name) => [
        name,
        z
          .record(text(60), z.unknown())
          .nullish()
          .describe(`Fields of ${name} to change; null resets all of them to their defaults`),
      ]),
    ),
  )
  .meta({ id: 'AgentSettingsChange', description: 'Settings to change; the others stay as they are' })
