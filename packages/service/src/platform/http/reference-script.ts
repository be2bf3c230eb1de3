/**
 * A thread that replies with Scalar's browser script. Its package contains the script only inside a Fastify plugin, so the script
 * is requested from a Fastify server that never listens.
 */
import plugin from '@scalar/fastify-api-reference'
import fastify from 'fastify'
import { serveThread } from '../thread.ts'

serveThread<null, Uint8Array>(async () => {
  const server = fastify()
  await server.register(plugin, { routePrefix: '/', configuration: { url: '/' } })
  const { statusCode, rawPayload } = await server.inject('/js/scalar.js')
  if (statusCode !== 200) throw new Error('The API reference script was not found in its package')
  return rawPayload
})
