/** Files in a chat: the request that sends one, and the files of a message. */
import { z } from 'zod'
import { base64, id, optional, optionalOrEmpty, text } from './fields.ts'

export const maxWebFileBytes = 10_000_000
/** The size of a request with the largest file: the file in base64, and the other fields. */
export const maxWebFileBodyBytes = Math.ceil((maxWebFileBytes * 4) / 3) + 64_000

/** Formats with active content, which a browser would run, are left out. */
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
    name: text(200).describe(`Name of the file, with one of the endings ${webFileFormats.join(', ')}`),
    base64_content: base64().describe(`Content of the file, at most ${maxWebFileBytes / 1_000_000} MB`),
    text: optionalOrEmpty(text(4_000)).describe('Text of the visitor'),
    client_id: optional(id()).describe(
      'Your id of the message; a repeat with the same id is not stored again',
    ),
  })
  .meta({ id: 'ChatFileRequest', description: 'A file of the visitor' })

export const chatFile = z
  .object({
    name: z.string().describe('Name of the file'),
    kind: z.string().describe('image, audio, document …'),
    url: z.string().describe('Path of the file below the address of the service; valid for a week'),
  })
  .meta({ id: 'ChatFile', description: 'A file of a message' })
