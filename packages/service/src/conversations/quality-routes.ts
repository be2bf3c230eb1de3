/** HTTP of answer quality: ratings, the knowledge behind an answer, suggested next questions. */
import {
  correlateQuery,
  feedbackRequest,
  nextQuestionQuery,
  qualityRequest,
} from '@tandem/contract/conversations'
import { wireScoreOf } from '@tandem/search/confidence'
import type { Settings } from '../agents/settings.ts'
import type { Search } from '../knowledge/search/search-result.ts'
import type { Database } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import type { Call, RouteResponse } from '../platform/http/route.ts'
import { hitsBehind, lookUp } from './message-detail.ts'
import { rateMessage } from './quality-store.ts'
import { findMessage, firstAnswerTo, type MessageRow } from './store.ts'
import { suggestQuestions } from './suggest-questions.ts'

export function qualityHandlers(deps: { database: Database; settings: Settings; search: Search }) {
  const { database, settings } = deps

  async function requireMessage(agentId: string, id: string, field: string): Promise<MessageRow> {
    const message = await findMessage(database, id)
    if (message?.agent_id === agentId) return message
    const found = JSON.stringify(id.slice(0, 60))
    throw new Fault('targetNotFound', `${field}: found ${found}, needed the id of a message of this agent`)
  }

  /** The question and its first answer; `message` is one of the two. */
  async function exchangeOf(message: MessageRow) {
    if (message.role !== 'user') {
      const question = message.parent_id === null ? undefined : await findMessage(database, message.parent_id)
      return { question, answer: message }
    }
    return { question: message, answer: await firstAnswerTo(database, message) }
  }

  return {
    async feedback(call: Call): Promise<RouteResponse> {
      const { answer_id, feedback } = parse(feedbackRequest, call.body)
      const rating = { feedback: feedback === 'CANCELED' ? null : feedback }
      return rated(call.caller.agentId, answer_id, rating)
    },

    async quality(call: Call): Promise<RouteResponse> {
      const { answer_id, quality } = parse(qualityRequest, call.body)
      return rated(call.caller.agentId, answer_id, { quality: quality === 'NONE' ? null : quality })
    },

    async correlate(call: Call): Promise<RouteResponse> {
      const { message_id } = parse(correlateQuery, call.query)
      const { agentId } = call.caller
      const message = await requireMessage(agentId, message_id, 'message_id')
      const { question, answer } = await exchangeOf(message)
      const dataset: object[] = []
      for (const found of hitsBehind(answer)) {
        const { content, sourceUrl, isPassage } = await lookUp(database, agentId, found)
        dataset.push({
          content,
          data_id: found.docId,
          data_name: found.docName,
          source_url: sourceUrl,
          score: wireScoreOf({ confidence: found.confidence, isPassage }),
        })
      }
      return {
        json: {
          conversation_id: message.conversation_id,
          question_id: question?.id ?? null,
          answer_id: answer?.id ?? null,
          correlate_dataset: dataset,
        },
      }
    },

    async nextQuestions(call: Call): Promise<RouteResponse> {
      const { answer_id } = parse(nextQuestionQuery, call.query)
      const { agentId } = call.caller
      const { answering } = await settings.of(agentId)
      if (!answering.suggest_questions)
        throw new Fault('featureOff', 'Turn on answering.suggest_questions in the settings of the agent.')
      const message = await requireMessage(agentId, answer_id, 'answer_id')
      return { json: { questions: await suggestQuestions(deps, agentId, await exchangeOf(message)) } }
    },
  }

  async function rated(
    agentId: string,
    id: string,
    rating: Parameters<typeof rateMessage>[3],
  ): Promise<RouteResponse> {
    const affectCount = await database.transaction('quality-routes', (tx) =>
      rateMessage(tx, agentId, id, rating),
    )
    return { json: { affectCount } }
  }
}
