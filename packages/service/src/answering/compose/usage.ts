/**
 * The usage of an answer, in the shape of contract 2.5. With a model, its usage counts; without one, the tokens of the question
 * and of the answer. Prices are per 1,000 tokens.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { MessageUsage } from '@tandem/contract/message'
import { roundCredits } from '../../delivery/usage.ts'
import type { ModelUsage } from '../../models/chat-model.ts'

export interface Consumed {
  /** Tokens of the question, of the part of it that is audio, and of the answer. */
  readonly question: number
  readonly heard: number
  readonly answer: number
  /** Tokens of the text that was also turned into speech. */
  readonly spoken: number
  readonly model: ModelUsage | undefined
}

const TOKENS_PRICED = 1000

export function usageOf(consumed: Consumed, prices: AgentSettings['prices']): MessageUsage {
  const { question, heard, answer, spoken, model } = consumed
  const textIn = model ? model.promptTokens : question - heard
  const textOut = model ? Math.max(0, model.completionTokens - model.reasoningTokens) : answer
  const reasoning = model?.reasoningTokens ?? 0
  const prompt = textIn + heard
  const completion = textOut + reasoning + spoken
  const input = roundCredits((textIn * prices.text_input) / TOKENS_PRICED)
  const output = roundCredits(((textOut + reasoning) * prices.text_output) / TOKENS_PRICED)
  const audioInput = roundCredits((heard * prices.audio_input) / TOKENS_PRICED)
  const audioOutput = roundCredits((spoken * prices.audio_output) / TOKENS_PRICED)
  return {
    tokens: {
      total_tokens: prompt + completion,
      prompt_tokens: prompt,
      completion_tokens: completion,
      prompt_tokens_details: { audio_tokens: heard, text_tokens: textIn },
      completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: spoken, text_tokens: textOut },
    },
    credits: {
      total_credits: roundCredits(input + output + audioInput + audioOutput),
      text_input_credits: input,
      text_output_credits: output,
      audio_input_credits: audioInput,
      audio_output_credits: audioOutput,
    },
  }
}
