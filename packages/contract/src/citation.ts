/** Citations: the sources of the parts of an answer. */
import { z } from 'zod'
import { textOrNull } from './fields.ts'

const citationTypes = ['attachment', 'doc', 'tool'] as const

const citation = z
  .object({
    index: z.int().min(1).describe('Number of the citation; the text refers to it as $[1]$'),
    name: z.string().describe('Name of the document or file'),
    type: z.enum(citationTypes).describe('Kind of source'),
    content: z.string().describe('Text of the source that the answer is based on'),
    segment_id: textOrNull('Id of the pair'),
    segment_index: z.int().min(0).nullable().describe('Position of the pair in its document, starting at 0'),
    position: textOrNull('Place in the document; null if unknown'),
    timestamp_millis: z
      .int()
      .nullable()
      .meta({ format: 'int64', description: 'Audio: position in milliseconds' }),
    data_id: textOrNull('Id of the document'),
    bot_id: z.string().describe('Id of the agent'),
    attachment: z
      .object({
        id: z.string().describe('Id of the file'),
        url: textOrNull('URL of the file; null if its content was sent'),
        name: z.string().describe('Name of the file'),
        type: z.string().describe('Kind of file'),
      })
      .nullable()
      .describe('The file, if the source is a file of the message'),
    component_id: textOrNull('Component that used the source'),
  })
  .meta({ id: 'Citation', description: 'A source of the answer' })

export const citations = z.array(citation).describe('Sources of the answer, if requested')

export type Citation = z.infer<typeof citation>
