/** The files that can become knowledge. */
import type { PreviewFile } from '@tandem/sdk/source'

export const FILE_ENDINGS = '.csv,.tsv,.xlsx,.pdf,.docx,.html,.htm,.md,.mdx,.txt,.json,.jsonl,.yml,.yaml'

/** How a file is read; left out, that is found out. */
export type As = NonNullable<PreviewFile['as']>

export const asOf = (purpose: 'QA_FILE' | 'FILE_2_QA'): As => (purpose === 'QA_FILE' ? 'pairs' : 'convert')
