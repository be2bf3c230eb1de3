/** What the parts of an answer rest on. */
import { z } from 'zod'

const citationTypes = ['attachment', 'doc', 'tool'] as const

const citation = z
  .object({
    index: z.int().min(1).describe('Its number; the text marks it as $[1]$'),
    name: z.string().describe('Name of the document or file'),
    type: z.enum(citationTypes).describe('What it is'),
    content: z.string().describe('The words the answer rests on'),
    segment_id: z.string().nullable().describe('Id of the pair'),
    segment_index: z.int().min(0).nullable().describe('Place of the pair in its document, from 0'),
    position: z.string().nullable().describe('Where in the document it stands, when that is known'),
    timestamp_millis: z.int().nullable().meta({ format: 'int64', description: 'Of audio: where it is said' }),
    data_id: z.string().nullable().describe('Id of the document'),
    bot_id: z.string().describe('Id of the agent'),
    attachment: z
      .object({
        id: z.string().describe('Its id'),
        url: z.string().nullable().describe('Where it came from; null when it was sent as such'),
        name: z.string().describe('Its name'),
        type: z.string().describe('What it is'),
      })
      .nullable()
      .describe('The file, when it is one that came with the message'),
    component_id: z.string().nullable().describe('Component of the flow that used it'),
  })
  .meta({ id: 'Citation', description: 'What a part of the answer rests on' })

export const citations = z.array(citation).describe('What it rests on, when that was asked for')

export type Citation = z.infer<typeof citation>
