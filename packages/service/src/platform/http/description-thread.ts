/** The thread that makes the API description. */
import { buildOpenApi } from '@tandem/contract/openapi'
import { serveThread } from '../thread.ts'

serveThread(() => Buffer.from(JSON.stringify(buildOpenApi())))
