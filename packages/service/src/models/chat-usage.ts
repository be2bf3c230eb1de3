/** The tokens of an answer: as the endpoint reports them, or counted here if it reports nothing. */
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

export const NO_USAGE: ModelUsage = { promptTokens: 0, completionTokens: 0, reasoningTokens: 0 }

/** The marks that a chat template adds to each turn. */
const TOKENS_PER_TURN = 4
const MOST_TOKENS = 100_000_000

export async function usageOf(
  tokenizer: Tokenizer,
  request: Pick<ChatRequest, 'system' | 'turns'>,
  answer: AnswerSoFar,
  reported: ReportedUsage | null,
): Promise<ModelUsage> {
  const hasAnswered = answer.text !== '' || answer.reasoning !== ''
  const promptTokens = plausible(reported?.inputTokens, 1)
  const said = plausible(reported?.outputTokens, hasAnswered ? 1 : 0)
  const thought = plausible(reported?.outputTokenDetails.reasoningTokens, 0) ?? 0
  // If there are more thoughts than output, the output does not include them.
  const completionTokens = said !== undefined && thought > said ? said + thought : said
  if (promptTokens !== undefined && completionTokens !== undefined)
    return { promptTokens, completionTokens, reasoningTokens: thought }
  const prompt = [request.system, ...request.turns.map(({ text }) => text)]
  const counts = await tokenizer.about([answer.text, answer.reasoning, ...prompt])
  const [text = 0, reasoning = 0, ...asked] = counts
  return {
    promptTokens: promptTokens ?? asked.reduce((sum, tokens) => sum + tokens + TOKENS_PER_TURN, 0),
    completionTokens: completionTokens ?? text + reasoning,
    reasoningTokens: completionTokens === undefined ? reasoning : thought,
  }
}

/**
 * An impossible count is treated as not reported: it would be charged, and may not fit into its column. The SDK returns 0 if an
 * endpoint reports nothing, but no prompt is empty.
 */
function plausible(tokens: number | undefined, least: number): number | undefined {
  return Number.isInteger(tokens) && (tokens as number) >= least && (tokens as number) <= MOST_TOKENS
    ? tokens
    : undefined
}
