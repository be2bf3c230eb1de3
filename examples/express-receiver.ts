/**
 * An Express app that receives the messages of an agent.
 *   TANDEM_USERNAME=… TANDEM_SECRET=… TANDEM_SIGNING_SECRET=whsec_… node examples/express-receiver.ts
 */
import { createReceiver } from '@tandem/sdk/receiver'
import express from 'express'

const {
  PORT = '3000',
  TANDEM_USERNAME: username = '',
  TANDEM_SECRET: secret,
  TANDEM_SIGNING_SECRET,
} = process.env

const hooks = createReceiver({
  auth: { username, secret },
  signingSecrets: TANDEM_SIGNING_SECRET ? [TANDEM_SIGNING_SECRET] : [],
  message({ user_id, output }, { sequence }) {
    // Throw, and Tandem sends it again later; what follows waits until then.
    console.log(`${sequence} to ${user_id}: ${output.map(({ content }) => content.text).join(' ')}`)
  },
  onGap: ({ conversationId, expected, got }) =>
    console.warn(`${conversationId}: ${got - expected} messages are missing before ${got}`),
  onFailure: (message) => console.warn(message),
})

const app = express()
app.use('/tandem', hooks.express()) // before any body parser
app.use(express.json())
app.get('/', (_request, response) => {
  response.send('The rest of the app')
})
const server = app.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object')
    console.log(`Receiving at http://127.0.0.1:${address.port}/tandem`)
})
