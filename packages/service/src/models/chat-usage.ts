/** What an answer cost: as the endpoint reports it, or counted here where it reports nothing. */
import type { ChatRequest, ModelUsage } from './chat-model.ts'
import type { Tokenizer } from './tokenizer.ts'

export interface AnswerSoFar {
  text: string
  reasoning: string
}

export interface ReportedUsage {
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
  readonly outputTokenDetails: { readonly reasoningTokens: number | undefined }
}

export const NO_USAGE: ModelUsage = {
  promptTokens: 0,
  completionTokens: 0,
  reasoningTokens: 0,
  isReported: false,
}

/** Marks around each turn that a chat template adds. */
const TOKENS_PER_TURN = 4
const MOST_TOKENS = 100_000_000

export async function usageOf(
  tokenizer: Tokenizer,
  request: Pick<ChatRequest, 'system' | 'turns'>,
  answer: AnswerSoFar,
  reported: ReportedUsage | null,
): Promise<ModelUsage> {
  const hasAnswered = answer.text !== '' || answer.reasoning !== ''
  const promptTokens = believed(reported?.inputTokens, 1)
  const said = believed(reported?.outputTokens, hasAnswered ? 1 : 0)
  const thought = believed(reported?.outputTokenDetails.reasoningTokens, 0) ?? 0
  // Thoughts that are more than the whole were not counted among it.
  const completionTokens = said !== undefined && thought > said ? said + thought : said
  if (promptTokens !== undefined && completionTokens !== undefined)
    return { promptTokens, completionTokens, reasoningTokens: thought, isReported: true }
  const prompt = [request.system, ...request.turns.map(({ text }) => text)]
  const counts = await tokenizer.about([answer.text, answer.reasoning, ...prompt])
  const [text = 0, reasoning = 0, ...asked] = counts
  return {
    promptTokens: promptTokens ?? asked.reduce((sum, tokens) => sum + tokens + TOKENS_PER_TURN, 0),
    completionTokens: completionTokens ?? text + reasoning,
    reasoningTokens: completionTokens === undefined ? reasoning : thought,
    isReported: false,
  }
}

/**
 * What no answer can have cost is taken as not reported: it would be charged, and may not even fit where it is stored. The SDK
 * says 0 where an endpoint says nothing, and nothing was never asked.
 */
function believed(tokens: number | undefined, least: number): number | undefined {
  return Number.isInteger(tokens) && (tokens as number) >= least && (tokens as number) <= MOST_TOKENS
    ? tokens
    : undefined
}
