/** HTTP of previews of files. */
import { documentPreviewRequest } from '@tandem/contract/admin-preview'
import type { Limits } from '@tandem/contract/limits'
import { agentInPath } from '../../agents/manage-agents.ts'
import type { Database } from '../../platform/database/handle.ts'
import { parse } from '../../platform/http/parse.ts'
import type { Call, RouteResponse } from '../../platform/http/route.ts'
import type { FileReading } from '../store-files.ts'
import { previewFile } from './preview-file.ts'

const SHOWN_PAIRS = 50

export function previewHandlers({
  database,
  limits,
  reading,
}: {
  readonly database: Database
  readonly limits: Limits
  readonly reading: FileReading
}) {
  const schema = documentPreviewRequest(limits)
  return {
    async preview(call: Call): Promise<RouteResponse> {
      const request = parse(schema, call.body)
      const agentId = await agentInPath(database, call, 'living')
      const preview = await previewFile(database, reading, agentId, {
        entry: request.file,
        purpose: request.purpose,
        headerRows: request.header_row,
        splitter: request.splitter,
        chunkTokens: request.chunk_token,
        limit: request.limit ?? SHOWN_PAIRS,
      })
      return { json: preview }
    },
  }
}
