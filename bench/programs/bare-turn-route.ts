/** The yardstick of turns: a Fastify route that checks the same request with the same schema and answers a body of the same size. */
import { blockingAnswer, conversationMessageRequest } from '@tandem/contract/conversation'
import { fastify } from 'fastify'

const app = fastify()
const answer = blockingAnswer.parse({
  create_time: Date.now(),
  conversation_id: '019a8b1e-7c52-7d10-9a3e-0c5f7e2b9d41',
  message_id: '019a8b1e-7c52-7d10-9a3e-0c5f7e2b9d43',
  output: [
    {
      from_component_branch: 'answer',
      from_component_name: 'knowledge',
      content: { text: 'word '.repeat(50), audio: [] },
    },
  ],
  usage: {
    tokens: {
      ...{ total_tokens: 60, prompt_tokens: 10, completion_tokens: 50 },
      prompt_tokens_details: { audio_tokens: 0, text_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, text_tokens: 50 },
    },
    credits: {
      ...{ total_credits: 0, text_input_credits: 0, text_output_credits: 0 },
      ...{ audio_input_credits: 0, audio_output_credits: 0 },
    },
  },
})
app.get('/', async () => 'hello')
app.post('/v2/conversation/message', async (request, reply) => {
  const parsed = conversationMessageRequest.safeParse(request.body)
  if (!parsed.success) return reply.code(400).send({ code: 40000, message: 'Parameter error' })
  return { ...answer, conversation_id: parsed.data.conversation_id }
})
await app.listen({ host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => void app.close())
