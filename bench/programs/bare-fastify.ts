/** The yardstick of the start: Fastify with one route, its compiled code kept between starts as `tandem` keeps its own. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/tandem-bench', import.meta.url)))
const { fastify } = await import('fastify')
const app = fastify()
app.get('*', async () => 'hello')
await app.listen({ host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT) })
// An orderly end, so that the cache is written.
process.once('SIGTERM', () => void app.close())
