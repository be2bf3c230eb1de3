/** Example bodies for the API reference. The tests check each one against its schema. */
const pairs = [
  { question: 'When are you open?', answer: 'Monday to Friday, 9 to 17 o’clock.' },
  {
    question: 'Do you ship abroad?',
    answer: 'Yes, to every country of the EU. It takes three to five days.',
  },
]
const conversationId = '0199a1f0-6c1e-7b42-9d5a-3f1f8e2a7c10'
const documentId = '0199a1ef-11d3-7c55-8a01-5b7e9c0d2e44'
const sentAt = 1_758_880_800_000

export const qaAddExamples = {
  QA_TEXT: { purpose: 'QA_TEXT', name: 'Opening hours and shipping', qaList: pairs },
  QA_FILE: {
    purpose: 'QA_FILE',
    files: [{ file_url: 'https://files.example.com/faq.csv', file_name: 'faq.csv' }],
    header_row: 1,
    splitter: ',',
  },
  FILE_2_QA: {
    purpose: 'FILE_2_QA',
    files: [{ source_url: 'https://files.example.com/handbook.pdf', file_name: 'handbook.pdf' }],
    chunk_token: 600,
  },
}

export const qaUpdateExamples = {
  'with qaList': { doc_id: documentId, qaList: pairs },
  'with files': {
    files: [
      { doc_id: documentId, source_url: 'https://files.example.com/faq-2.csv', file_name: 'faq-2.csv' },
    ],
  },
}

export const qaResultExample = {
  doc: [{ doc_id: documentId, doc_name: 'Opening hours and shipping' }],
  failed: [],
}

export const qaChunksAddExamples = {
  pairs: { doc_id: documentId, chunks: [{ ...pairs[0], keywords: ['opening hours'] }] },
}

export const webhookCheckExample = {
  results: [
    {
      type: 'message',
      component_id: null,
      component_name: null,
      webhook_url: 'https://app.example.com/agent-messages',
      reachable: true,
      http_status: 200,
      latency_ms: 84,
    },
    {
      type: 'human_service',
      component_id: '0199a1f3-2b7d-7e10-b3c4-77aa10c9d001',
      component_name: 'Support desk',
      webhook_url: 'https://desk.example.com/human/service',
      reachable: false,
      http_status: null,
      latency_ms: 5000,
      reason: 'no answer within 5,000 ms',
    },
  ],
}

export const humanMessageExamples = {
  reply: { conversation_id: conversationId, timestamp: sentAt, body: 'Hello, this is Mara. How can I help?' },
}
export const humanCloseExamples = { close: { conversation_id: conversationId, timestamp: sentAt } }
export const humanCloseResponseExample = {
  code: 0,
  message: 'OK',
  conversation_id: conversationId,
  timestamp: sentAt,
}

export const agentMessageExample = {
  user_id: 'customer-4711',
  anonymous_id: 'api-0199a1f0',
  conversation_id: conversationId,
  message_id: '0199a1f0-7a10-7d3e-8c22-90b1f4a6e533',
  create_time: sentAt,
  output: [
    {
      from_component_branch: '',
      from_component_name: '',
      content: { text: 'Monday to Friday, 9 to 17 o’clock.' },
    },
  ],
  usage: {
    tokens: {
      total_tokens: 152,
      prompt_tokens: 140,
      completion_tokens: 12,
      prompt_tokens_details: { audio_tokens: 0, text_tokens: 140 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, text_tokens: 12 },
    },
    credits: {
      total_credits: 0,
      text_input_credits: 0,
      text_output_credits: 0,
      audio_input_credits: 0,
      audio_output_credits: 0,
    },
  },
}

export const handoffEstablishExample = {
  conversation_id: conversationId,
  timestamp: sentAt,
  email: 'customer@example.com',
  bot_id: '0199a1e0-0c52-7f0a-9be1-d2c3a4b5c6d7',
  body: [
    { text: 'My parcel has not come. I want to talk to a person.', message_type: 'QUESTION' },
    { text: 'I am connecting you to a colleague.', message_type: 'ANSWER' },
  ],
  user_info: {
    phone: null,
    email: 'customer@example.com',
    user_id: 'customer-4711',
    anonymous_id: 'api-0199a1f0',
  },
}
export const handoffChatExample = {
  conversation_id: conversationId,
  timestamp: sentAt,
  body: 'Are you there?',
}
export const handoffCloseExample = { conversation_id: conversationId, timestamp: sentAt, type: 'USER_CLOSED' }

export const messageWebhookExamples = {
  webhook: {
    url: 'https://app.example.com/agent-messages',
    username: 'tandem',
    secret: 'a long random text',
  },
}
export const humanServiceExamples = {
  component: { name: 'Support desk', webhook_url: 'https://desk.example.com/human/service' },
}
