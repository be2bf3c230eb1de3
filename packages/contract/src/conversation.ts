/**
 * Sending a message to the agent (`POST /v2/conversation/message`): the request with its content parts, the blocking
 * answer, the events of a stream, and the answer of the webhook mode.
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
  withContent,
} from './fields.ts'
import { grouped } from './grouped.ts'
import { messageOutput, messageUsage, unusedFiles } from './message.ts'
import { range, withNeeded } from './needed.ts'

export const responseModes = ['blocking', 'streaming', 'webhook'] as const
export const maxMessages = 100
export const maxParts = 50
export const maxFilesPerPart = 20
const maxIds = 200
const maxVariables = 100
const maxVariableChars = 4_000

export const contentFile = withNeeded(
  z
    .object({
      url: optionalOrEmpty(httpUrl()).describe(
        'Where to fetch the file. Beside base64_content it need not be http',
      ),
      base64_content: optionalOrEmpty(base64()).describe('The file itself; wins over the URL'),
      format: optionalOrEmpty(text(40)).describe('Its format, such as pdf, png or mp3'),
      name: optionalOrEmpty(text(200)).describe('Its name'),
    })
    .check((ctx) => {
      if (ctx.value.url !== undefined || ctx.value.base64_content !== undefined) return
      const params = { found: 'neither url nor base64_content', needed: 'one of them' }
      ctx.issues.push({ code: 'custom', input: ctx.value, params })
    })
    .meta({ id: 'ContentFile', description: 'A file, by URL or by content' }),
  'an object with url or base64_content',
)

// Earlier forms of the platform sent one object where a list stands now.
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

/** Whether it may be blank depends on what else there is. */
const partText = withNeeded(
  z.string().check((ctx) => {
    const found = ctx.value === '' ? undefined : textFault(ctx.value, Number.POSITIVE_INFINITY, true)
    if (found) ctx.issues.push({ code: 'custom', input: ctx.value, params: { found } })
  }),
  'a string that is not blank',
)

export const contentPart = withNeeded(
  z
    .discriminatedUnion('type', [
      z.object({
        type: partType('text'),
        text: partText.describe('The text; blank only beside other parts'),
      }),
      z.object({ type: partType('image'), image: files('Images: jpg, jpeg, png, gif, webp') }),
      z.object({ type: partType('audio'), audio: files('Audio: mp3, wav') }),
      z.object({ type: partType('document'), document: files('Documents: pdf, docx, txt, csv, html, md …') }),
      z.object({
        type: partType('video'),
        video: files('Videos; named under unused, since none is watched'),
      }),
      z.object({ type: partType('file'), file: files('Files of no known kind; named under unused') }),
    ])
    .meta({ id: 'ContentPart', description: 'Text, or files of one kind' }),
  `an object with type ${partTypes.join(', ')}`,
)

const isBlankPart = (part: ContentPart) => part.type === 'text' && isBlank(part.text)

/** Clients send the empty box along with a file: a blank text is left out where something else is said. */
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
    .describe('Text, or a list of parts; a single part may stand for the list')

const roles = ['user', 'assistant'] as const
const roleOf = <T extends (typeof roles)[number]>(role: T) =>
  withNeeded(z.literal(role), `one of ${roles.join(', ')}`).describe('Who said it')

export const sentMessage = withNeeded(
  z
    .discriminatedUnion('role', [
      z.object({ role: roleOf('user'), content: contentOf(anyText(), 'a string that is not blank', 1) }),
      // An answer may have had no words, as while a person speaks, and clients send back what they got.
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

/** Lists and objects count as their JSON. */
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

/** Undefined beyond `maxCounted`: the value may have millions of entries, and is not made into text to find that out. */
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

export const conversationConfig = z
  .object({
    short_term_memory: optional(flag()).describe(
      'Whether the answer may use what was said before; true unless given',
    ),
    long_term_memory: optional(flag()).describe(
      'Accepted for the sake of clients; the agent remembers nothing beyond the conversation',
    ),
    knowledge: optional(
      z.object({
        data_ids: optional(ids).describe('Documents to answer from'),
        group_ids: optional(ids).describe('Knowledge bases to answer from'),
      }),
    ).describe(
      'Neither list: everything the agent knows. Both: what either names. Empty lists: no knowledge is used',
    ),
    custom_variables: optional(variables).describe(
      'Values for {{names}} in the instructions of the agent; null is the same as none',
    ),
    corner_citation: optional(flag()).describe(
      'Whether the answer says where it comes from: in citations, and where a model writes it as $[1]$ in the text',
    ),
  })
  .meta({ id: 'ConversationConfig', description: 'How this one message is answered' })

export const conversationMessageRequest = z
  .object({
    conversation_id: id().describe('The conversation; POST /v1/conversation makes one'),
    response_mode: z
      .enum(responseModes)
      .describe(
        'blocking: the answer is the response. streaming: it comes as server-sent events. webhook: it goes to the message webhook',
      ),
    messages: messageList.describe(
      'The newest message of the user, last; what comes before it is used as history of this turn',
    ),
    conversation_config: optional(conversationConfig).describe('How this one message is answered'),
  })
  .meta({ id: 'ConversationMessageRequest', description: 'A message to the agent' })

export const blockingAnswer = z
  .object({
    create_time: z
      .int()
      .min(0)
      .meta({ format: 'int64', description: 'When it was made, in milliseconds since 1970' }),
    conversation_id: z.string().describe('Id of the conversation'),
    message_id: z.string().describe('Id of the answer; of the message itself when there is none'),
    output: z
      .array(messageOutput)
      .describe('What the agent says; empty while a person has the floor, who gets the message'),
    usage: messageUsage.describe('What the answer consumed'),
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
      .describe('Id the answer will have; of the message itself when it goes to a person'),
  })
  .meta({ id: 'WebhookAccepted', description: 'The answer will go to the message webhook' })

/** What the events of a stream are about. Failures carry their code of the catalogue. */
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
        '11 message info, 3 piece of text, 10 flow output, 4 cost, 20 citations, 29 a person has taken the floor and the answer so far is void, 39 audio, 83 attachments that could not be used, 0 end; anything else is a failure of the catalogue',
      ),
    message: z.string().describe('The code in words'),
    data: z.unknown().describe('Depends on the code; null at the end'),
  })
  .meta({ id: 'StreamEvent', description: 'One event of a stream, as JSON behind `data: `' })

/** Which of them it is depends on the mode that was asked for. */
export const messageAnswer = z.union([blockingAnswer, webhookAccepted])

export const lastEventHeader = z.object({
  'Last-Event-ID': optional(text(100)).describe(
    'Id of the last event that was read: what came after it is sent',
  ),
})
export const messageHeaders = z.object({
  'Idempotency-Key': optional(text(200)).describe(
    'Sent again with the same message, the answer is that of the first; one name space for each conversation',
  ),
  'Last-Event-ID': optional(text(100)).describe(
    'In streaming mode, of the same message sent again: goes on behind that event, and nothing is asked again',
  ),
})

export const messageStreamQuery = z.object({
  message_id: optionalOrEmpty(id()).describe(
    'Id from the first event of the stream; not needed with a Last-Event-ID header',
  ),
})

export type ContentFile = z.output<typeof contentFile>
export type ContentPart = z.output<typeof contentPart>
/** What a user sent, as a list of parts. */
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
