/** Fills an agent with talk: ordinary conversations, one that a person took over while the webhook failed, and one of bad days. */
import { eventually, type TestService } from '../../../service/test/harness/service.ts'

export interface TalkStage {
  readonly agent: Agent
  /** A person has the floor in it, and a delivery of it failed. */
  readonly story: string
  /** Its handoff. */
  readonly handoff: string
  /** A set of questions that was run twice, with other knowledge the second time. */
  readonly set: string
  /** Messages that are long, foreign or hostile. */
  readonly badDay: string
}

const LONG_STORY = `${'A long story. '.repeat(1_420)}The end.`
const PAIRS = [
  { question: 'Will you tell me the long story?', answer: LONG_STORY },
  { question: 'What are your opening hours?', answer: 'We are open Monday to Friday, 9 to 17 o’clock.' },
  { question: 'When will my parcel arrive?', answer: 'Within three working days in Germany.' },
  {
    question: 'How do I return a parcel?',
    answer: 'Use the label that came with it. It is free for 30 days.',
  },
  { question: 'Can I pay by invoice?', answer: 'Yes, from the second order on.' },
  {
    question: 'What does <b>bold</b> mean?',
    answer:
      '<img src=x onerror="document.title=1"> <a href="javascript:document.title=2">Click here</a> [and here](javascript:document.title=3)',
  },
]
const QUESTIONS = [
  'When are you open?',
  'where is my parcel',
  'Can I pay by invoice please?',
  'do you have the blue backpack in 20 litres?',
  '运费多少钱？',
  'هل يمكنني إرجاع الطرد؟',
]
const EMOJI_NAME = `${'🧳'.repeat(96)}.pdf`

/** Has conversations, and no deliveries but theirs. */
type Agent = { readonly id: string; readonly key: string }

export async function fillTalk(service: TestService, agent: Agent): Promise<TalkStage> {
  await service.addDocument(agent.key, PAIRS, { name: 'Shop FAQ' })
  const sink = `/agents/${agent.id}/sink`
  const { json: receiver } = await service.admin('PUT', sink, { status: 503 })
  await service.admin('PUT', `/agents/${agent.id}/message-webhook`, { url: receiver.url })
  await service.admin('POST', `/agents/${agent.id}/human-services`, {
    name: 'Support desk',
    webhook_url: receiver.url,
  })
  const story = await open(service, agent, 'jonas.weber')
  await say(service, agent, story, 'What are your opening hours?', 'webhook')
  await eventually(
    'the first attempt failed',
    async () => (await service.admin('GET', `/conversations/${story}/score`)).json,
    ({ deliveries }) => deliveries.some(({ attempts }: { attempts: object[] }) => attempts.length > 0),
  )
  await service.admin('PUT', sink, { status: 200 })
  const handoff = await handOver(service, agent, story)
  await eventually(
    'the desk knows',
    async () => (await service.admin('GET', `/handoffs/${handoff}`)).json,
    ({ state }) => state === 'WAITING',
  )
  await reply(service, agent, handoff, 'Hi Jonas! Let me check the stock for you.')
  await say(service, agent, story, 'Thank you, I am in no hurry', 'webhook')
  for (const [n, question] of [...QUESTIONS, ...QUESTIONS].entries())
    await say(service, agent, await open(service, agent, `customer-${4711 + n}`), question)
  const over = await handOver(service, agent, await open(service, agent, 'customer-4800'))
  const end = { conversation_id: over, timestamp: Date.now() }
  await service.api('POST', '/v1/human/close', end, agent.key)
  const set = await fillSet(service, agent)
  const badDay = await open(
    service,
    agent,
    'a-user-with-a-name-as-long-as-some-systems-make-them-0193a1b2c3d4',
  )
  await say(service, agent, badDay, 'What does <b>bold</b> mean?')
  await say(service, agent, badDay, 'Will you tell me the long story?')
  await say(service, agent, badDay, 'مرحبا، هل يمكنني إرجاع الطرد الذي وصل أمس؟ <script>alert(1)</script>')
  await say(service, agent, badDay, [
    { type: 'text', text: 'See the files' },
    {
      type: 'document',
      document: [
        { base64_content: 'aGVsbG8=', format: 'txt', name: EMOJI_NAME },
        { base64_content: 'aGVsbG8=', format: 'txt', url: 'javascript:document.title=4', name: 'trap.txt' },
      ],
    },
  ])
  return { agent, story, handoff, set, badDay }
}

async function fillSet(service: TestService, agent: Agent): Promise<string> {
  const sets = `/agents/${agent.id}/question-sets`
  const { json } = await service.admin('PUT', sets, {
    name: 'Most asked',
    questions: [
      { question: 'when are you open', expected_question: 'What are your opening hours?' },
      { question: 'how do I send a parcel back', expected_question: 'How do I return a parcel?' },
      { question: 'pay by invoice', expected_question: 'Can I pay by invoice?' },
      { question: 'do you ship to Norway', expected_question: 'Do you ship to Norway?' },
    ],
  })
  await service.admin('POST', `${sets}/${json.id}/run`, {})
  const norway = { question: 'Do you ship to Norway?', answer: 'Yes, within a week.' }
  await service.addDocument(agent.key, [norway], { name: 'Abroad' })
  await service.admin('POST', `${sets}/${json.id}/run`, {})
  return json.id
}

async function handOver(service: TestService, agent: Agent, id: string): Promise<string> {
  const asked = { conversation_id: id, email: 'jonas@shop.example' }
  return (await service.api('POST', '/v1/conversation/handoff', asked, agent.key)).json.handoff_id
}

async function open(service: TestService, agent: Agent, user: string): Promise<string> {
  return (await service.api('POST', '/v1/conversation', { user_id: user }, agent.key)).json.conversation_id
}

async function say(service: TestService, agent: Agent, id: string, content: unknown, mode = 'blocking') {
  const answer = await service.api(
    'POST',
    '/v2/conversation/message',
    { conversation_id: id, response_mode: mode, messages: [{ role: 'user', content }] },
    agent.key,
  )
  if (answer.status >= 300) throw new Error(`saying answered ${answer.status} ${answer.text}`)
}

async function reply(service: TestService, agent: Agent, handoff: string, body: string) {
  const request = { conversation_id: handoff, timestamp: Date.now(), body }
  await service.api('POST', '/v1/human/message/receive', request, agent.key)
}
