/** Files in a chat: what visitors may send, and how messages name what was sent. */
import { z } from 'zod'
import { base64, id, optional, optionalOrEmpty, text } from './fields.ts'

export const maxWebFileBytes = 10_000_000
/** In base64, with the words around it. */
export const maxWebFileBodyBytes = Math.ceil((maxWebFileBytes * 4) / 3) + 64_000

/** None that a browser would run. */
export const webFileFormats = [
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'mp3',
  'wav',
  'pdf',
  'docx',
  'xlsx',
  'csv',
  'txt',
  'md',
] as const

export const chatFileRequest = z
  .object({
    name: text(200).describe(`Its name, which ends in one of ${webFileFormats.join(', ')}`),
    base64_content: base64().describe(`The file, of at most ${maxWebFileBytes / 1_000_000} MB`),
    text: optionalOrEmpty(text(4_000)).describe('What the visitor says with it'),
    client_id: optional(id()).describe('Your id of the message: sent twice, it is stored once'),
  })
  .meta({ id: 'ChatFileRequest', description: 'The visitor sends a file' })

export const chatFile = z
  .object({
    name: z.string().describe('Its name'),
    kind: z.string().describe('image, audio, document …'),
    url: z.string().describe('Where it can be loaded for a week, below the address of the service'),
  })
  .meta({ id: 'ChatFile', description: 'A file that came with a message' })
