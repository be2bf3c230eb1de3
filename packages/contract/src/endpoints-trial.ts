/** The admin endpoints by which an editor tries out what the agent would do, one row each. */
import * as dryRun from './admin-dry-run.ts'
import * as preview from './admin-preview.ts'
import { adminErrors, type Endpoint } from './endpoint.ts'

const trial = { tag: 'Admin: trial', auth: 'admin' } as const
const AGENT = '/admin/v1/agents/{agent_id}'
const living = [...adminErrors, 'notFound', 'agentDeleted'] as const

export const trialEndpoints: readonly Endpoint[] = [
  {
    ...trial,
    method: 'post',
    path: `${AGENT}/dry-run`,
    id: 'dryRun',
    summary: 'See what the agent would answer, and why; nothing is stored or counted',
    description: 'The answer is made as that of a real message. A configured model is asked.',
    body: dryRun.dryRunRequest,
    examples: {
      question: { text: 'When are you open?' },
      otherwise: { text: 'When are you open?', settings: { answering: { use_model: false } } },
    },
    answer: { status: 200, says: 'The answer, and how it comes about', body: dryRun.dryRun },
    errors: [...living, 'rateLimited'],
  },
  {
    ...trial,
    method: 'post',
    path: `${AGENT}/documents/preview`,
    id: 'previewDocument',
    summary: 'See what would become of a file; nothing is stored',
    description:
      'The file is fetched and read as for adding it. A file that cannot be read is answered with the reason. No model is asked.',
    body: preview.defaultDocumentPreviewRequest,
    examples: {
      list: {
        file: { file_name: 'faq.csv', file_base64: 'cXVlc3Rpb24sYW5zd2VyCldoZW4/LEF0IG5pbmUuCg==' },
      },
    },
    answer: { status: 200, says: 'What would become of it', body: preview.documentPreview },
    errors: [...living, 'targetNotFound', 'bodyTooLarge'],
  },
]
