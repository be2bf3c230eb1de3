/** What conversations are found by: the outcome of their last question, ratings of their answers, who has the floor. */
const outcomeOf = (engine: 'sqlite' | 'postgres') =>
  engine === 'sqlite' ? `json_extract(detail, '$.outcome')` : `detail::json ->> 'outcome'`

export const conversationFilters = (engine: 'sqlite' | 'postgres') => [
  `ALTER TABLE conversations ADD COLUMN outcome TEXT`,
  `UPDATE conversations SET outcome = (
    SELECT ${outcomeOf(engine)} FROM messages
    WHERE conversation_id = conversations.id AND role = 'assistant' AND detail LIKE '%"outcome":%'
      AND ${outcomeOf(engine)} IN ('answered', 'offered', 'unanswered')
    ORDER BY seq DESC LIMIT 1
  )`,
  `CREATE INDEX messages_with_feedback ON messages (agent_id, feedback, conversation_id) WHERE feedback IS NOT NULL`,
  `CREATE INDEX conversations_with_person ON conversations (agent_id, recent_chat_at) WHERE handoff_id IS NOT NULL`,
  `CREATE INDEX conversations_of_playground ON conversations (agent_id) WHERE channel = 'PLAYGROUND'`,
]
