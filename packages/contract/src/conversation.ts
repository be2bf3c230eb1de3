/**
 * Sending a message to the agent (`POST /v2/conversation/message`): the request with its content parts, the response of the
 * blocking mode, the events of a stream, and the response of the webhook mode.
 */
import { z } from 'zod'
import { citations } from './citation.ts'
import {
  anyText,
  base64,
  flag,
  httpUrl,
  id,
  isBlank,
  optional,
  optionalOrEmpty,
  text,
  textFault,
  timeOf,
  withContent,
} from './fields.ts'
import { grouped } from './grouped.ts'
import { messageOutput, messageUsage, unusedFiles } from './message.ts'
import { range, withNeeded } from './needed.ts'

export const responseModes = ['blocking', 'streaming', 'webhook'] as const
export const maxMessages = 100
export const maxParts = 50
const maxFilesPerPart = 20
const maxIds = 200
const maxVariables = 100
const maxVariableChars = 4_000

export const contentFile = withNeeded(
  z
    .object({
      url: optionalOrEmpty(httpUrl()).describe(
        'URL of the file. If base64_content is given, the URL is not fetched and may be of any kind',
      ),
      base64_content: optionalOrEmpty(base64()).describe('Content of the file; used instead of the URL'),
      format: optionalOrEmpty(text(40)).describe('Format of the file, such as pdf, png or mp3'),
      name: optionalOrEmpty(text(200)).describe('Name of the file'),
    })
    .check((ctx) => {
      if (ctx.value.url !== undefined || ctx.value.base64_content !== undefined) return
      const params = { found: 'neither url nor base64_content', needed: 'one of them' }
      ctx.issues.push({ code: 'custom', input: ctx.value, params })
    })
    .meta({ id: 'ContentFile', description: 'A file, by URL or by content' }),
  'an object with url or base64_content',
)

// Older clients of the platform send one object instead of a list.
const files = (what: string) => {
  const list = withNeeded(
    z.union([z.array(contentFile).min(1).max(maxFilesPerPart), contentFile]),
    `a list of ${range(1, maxFilesPerPart)} files`,
  ).transform((given): ContentFile[] => (Array.isArray(given) ? given : [given]))
  return withContent(list, 'base64_content', ['url']).describe(what)
}

export const fileKinds = ['image', 'audio', 'document', 'video', 'file'] as const
export type FileKind = (typeof fileKinds)[number]
const partTypes = ['text', ...fileKinds] as const
const partType = <T extends (typeof partTypes)[number]>(type: T) =>
  withNeeded(z.literal(type), `one of ${partTypes.join(', ')}`)

/** May be blank here: `contentOf` refuses a blank text only when the message has no other part. */
const partText = withNeeded(
  z.string().check((ctx) => {
    const found = ctx.value === '' ? undefined : textFault(ctx.value, Number.POSITIVE_INFINITY, true)
    if (found) ctx.issues.push({ code: 'custom', input: ctx.value, params: { found } })
  }),
  'a string that is not blank',
)

const contentPart = withNeeded(
  z
    .discriminatedUnion('type', [
      z.object({
        type: partType('text'),
        text: partText.describe('The text; may be blank only if there are other parts'),
      }),
      z.object({ type: partType('image'), image: files('Images: jpg, jpeg, png, gif, webp') }),
      z.object({ type: partType('audio'), audio: files('Audio: mp3, wav') }),
      z.object({ type: partType('document'), document: files('Documents: pdf, docx, txt, csv, html, md …') }),
      z.object({
        type: partType('video'),
        video: files('Videos; never used, and listed in `unused`'),
      }),
      z.object({
        type: partType('file'),
        file: files('Files of another kind; never used, and listed in `unused`'),
      }),
    ])
    .meta({ id: 'ContentPart', description: 'Text, or files of one kind' }),
  `an object with type ${partTypes.join(', ')}`,
)

const isBlankPart = (part: ContentPart) => part.type === 'text' && isBlank(part.text)

/** Clients send an empty text field along with a file, so a blank text is dropped when there are other parts. */
const contentOf = (words: z.ZodType<string>, needed: string, least: 0 | 1) =>
  withNeeded(
    z.union([words, z.array(contentPart).min(least).max(maxParts), contentPart]).check((ctx) => {
      const parts = [ctx.value].flat()
      if (
        least === 0 ||
        parts.length === 0 ||
        !parts.every((part) => typeof part !== 'string' && isBlankPart(part))
      )
        return
      const { text } = parts[0] as { text: string }
      const found = textFault(text, Number.POSITIVE_INFINITY, false) as string
      const path = Array.isArray(ctx.value) ? [0, 'text'] : ['text']
      ctx.issues.push({ code: 'custom', input: ctx.value, path, params: { found } })
    }),
    `${needed}, or a list of ${least === 0 ? `at most ${maxParts}` : range(1, maxParts)} parts`,
  )
    .transform((content): ContentPart[] => {
      if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
      return [content].flat().filter((part) => !isBlankPart(part))
    })
    .describe('Text, a list of parts, or a single part')

const roles = ['user', 'assistant'] as const
const roleOf = <T extends (typeof roles)[number]>(role: T) =>
  withNeeded(z.literal(role), `one of ${roles.join(', ')}`).describe('Author of the message')

const sentMessage = withNeeded(
  z
    .discriminatedUnion('role', [
      z.object({ role: roleOf('user'), content: contentOf(anyText(), 'a string that is not blank', 1) }),
      // An answer may be empty (a person has the floor), and clients send earlier answers back as they got them.
      z.object({
        role: roleOf('assistant'),
        content: contentOf(z.union([z.literal(''), anyText()]), 'a string', 0),
      }),
    ])
    .meta({ id: 'SentMessage', description: 'One message of the conversation' }),
  'an object with role and content',
)

const messageList = withNeeded(
  z
    .array(sentMessage)
    .min(1)
    .max(maxMessages)
    .check((ctx) => {
      const last = ctx.value.length - 1
      if (last < 0 || ctx.value[last]?.role === 'user') return
      const params = { found: '"assistant"', needed: 'user: the newest message of the user comes last' }
      ctx.issues.push({ code: 'custom', input: ctx.value, path: [last, 'role'], params })
    }),
  `a list of ${range(1, maxMessages)} messages, the newest of the user last`,
)

const ids = withNeeded(z.array(id()).max(maxIds), `a list of at most ${maxIds} ids`)

/** The length of a list or an object is the length of its JSON. */
const variable = withNeeded(
  z
    .union([
      z.string(),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(z.unknown()).max(maxVariableChars),
      z.record(z.string(), z.unknown()).meta({ maxProperties: maxVariableChars }),
    ])
    .check((ctx) => {
      const count = textLength(ctx.value, 10 * maxVariableChars)
      if (count !== undefined && count <= maxVariableChars) return
      const found = `${typeof ctx.value === 'string' ? '' : 'JSON of '}${inWords(count)} characters`
      ctx.issues.push({ code: 'custom', input: ctx.value, params: { found } })
    }),
  `a value of at most ${grouped(maxVariableChars)} characters`,
)
const inWords = (count: number | undefined) =>
  count === undefined ? `more than ${grouped(10 * maxVariableChars)}` : grouped(count)

/**
 * Undefined for more than `maxCounted` characters. The value may have millions of entries, so it is turned into text only
 * when it is known to be short enough.
 */
function textLength(value: unknown, maxCounted: number): number | undefined {
  if (typeof value === 'string') return value.length
  let left = maxCounted
  const fits = (part: unknown): boolean => {
    if (typeof part === 'string') left -= part.length + 2
    else if (Array.isArray(part)) return --left >= 0 && part.every((entry) => --left >= 0 && fits(entry))
    else if (typeof part === 'object' && part !== null) {
      for (const name in part) {
        left -= name.length + 4
        if (left < 0 || !fits((part as Record<string, unknown>)[name])) return false
      }
    } else left -= String(part).length
    return left >= 0
  }
  return fits(value) ? variableText(value).length : undefined
}

export const variableText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const variables = withNeeded(
  z.record(text(100), variable).meta({ maxProperties: maxVariables }),
  `an object of at most ${maxVariables} names with their values`,
)

const conversationConfig = z
  .object({
    short_term_memory: optional(flag()).describe(
      'Whether the answer may use earlier messages of the conversation; default true',
    ),
    long_term_memory: optional(flag()).describe(
      'Accepted for compatibility, without effect: the agent remembers nothing beyond the conversation',
    ),
    knowledge: optional(
      z.object({
        data_ids: optional(ids).describe('Ids of documents'),
        group_ids: optional(ids).describe('Ids of knowledge bases'),
      }),
    ).describe(
      'Knowledge that the answer may use. Without both lists: all of it. With one or both lists: the documents and knowledge bases they name. An empty list names nothing',
    ),
    custom_variables: optional(variables).describe(
      'Values of {{names}} in the instructions of the agent; null is the same as an empty object',
    ),
    corner_citation: optional(flag()).describe(
      'Whether to return the sources of the answer in `citations`. An answer that a model writes also has marks such as $[1]$ in its text',
    ),
  })
  .meta({ id: 'ConversationConfig', description: 'Options for this message only' })

export const conversationMessageRequest = z
  .object({
    conversation_id: id().describe('Id of the conversation, from POST /v1/conversation'),
    response_mode: z
      .enum(responseModes)
      .describe(
        'blocking: the response is the answer. streaming: the answer comes as server-sent events. webhook: the answer goes to the message webhook',
      ),
    messages: messageList.describe(
      'The new message of the user must be last; messages before it are used as history for this answer',
    ),
    conversation_config: optional(conversationConfig).describe('Options for this message only'),
  })
  .meta({ id: 'ConversationMessageRequest', description: 'A message to the agent' })

export const blockingAnswer = z
  .object({
    create_time: timeOf('When the answer was created'),
    conversation_id: z.string().describe('Id of the conversation'),
    message_id: z.string().describe('Id of the answer; id of the sent message if there is no answer'),
    output: z
      .array(messageOutput)
      .describe('The answer; empty while a person has the floor, because the person gets the message'),
    usage: messageUsage.describe('Tokens and credits that the answer consumed'),
    citations: citations.optional(),
    unused: unusedFiles,
  })
  .meta({ id: 'BlockingAnswer', description: 'The answer of the agent' })

export const webhookAccepted = z
  .object({
    code: z.literal(0).describe('Always 0'),
    message: z.literal('OK').describe('Always OK'),
    conversation_id: z.string().describe('Id of the conversation'),
    message_id: z
      .string()
      .describe('Id that the answer will have; id of the sent message if it goes to a person'),
  })
  .meta({
    id: 'WebhookAccepted',
    description: 'The message is accepted; the answer goes to the message webhook',
  })

/** The codes of the events of a stream. A failure has a code of the error catalogue instead. */
export const streamCodes = {
  end: 0,
  text: 3,
  cost: 4,
  flowOutput: 10,
  messageInfo: 11,
  citation: 20,
  person: 29,
  audio: 39,
  attachment: 83,
} as const

export const streamEvent = z
  .object({
    code: z
      .int()
      .describe(
        '11: message info. 3: piece of text. 10: flow output. 4: cost. 20: citations. 29: a person took the floor, so discard the answer so far. 39: audio. 83: attachments that could not be used. 0: end. Any other code is an error code (docs/errors.md)',
      ),
    message: z.string().describe('Description of the code'),
    data: z.unknown().describe('Depends on the code; null for the end'),
  })
  .meta({ id: 'StreamEvent', description: 'One event of a stream: the JSON after `data: `' })

/** The response depends on `response_mode`. */
export const messageAnswer = z.union([blockingAnswer, webhookAccepted])

export const lastEventHeader = z.object({
  'Last-Event-ID': optional(text(100)).describe(
    'Id of the last event that you read; the stream continues after it',
  ),
})
export const messageHeaders = z.object({
  'Idempotency-Key': optional(text(200)).describe(
    'A repeat of the request with the same key and message returns the first answer. Keys are separate for each conversation',
  ),
  'Last-Event-ID': optional(text(100)).describe(
    'Streaming mode, when you send the same message again: the stream continues after this event, and the agent is not asked again',
  ),
})

export const messageStreamQuery = z.object({
  message_id: optionalOrEmpty(id()).describe(
    'Message id from the first event of the stream; not needed with a Last-Event-ID header',
  ),
})

export type ContentFile = z.output<typeof contentFile>
export type ContentPart = z.output<typeof contentPart>
/** The content of a user message. */
export type UserContent = readonly ContentPart[]
export type SentMessage = z.output<typeof sentMessage>
export type ConversationConfig = z.output<typeof conversationConfig>
export type ConversationMessageRequest = z.output<typeof conversationMessageRequest>
export type BlockingAnswer = z.infer<typeof blockingAnswer>
export type WebhookAccepted = z.infer<typeof webhookAccepted>

export const conversationMessageExamples = {
  text: {
    conversation_id: '0190b3a4-1c1e-7c3a-9d5e-2f1a8f6b7c3d',
    response_mode: 'blocking',
    messages: [{ role: 'user', content: 'When are you open?' }],
  },
  document: {
    conversation_id: '0190b3a4-1c1e-7c3a-9d5e-2f1a8f6b7c3d',
    response_mode: 'streaming',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What does this say about returns?' },
          { type: 'document', document: [{ url: 'https://files.example.com/terms.pdf', name: 'terms.pdf' }] },
        ],
      },
    ],
    conversation_config: { corner_citation: true },
  },
}
