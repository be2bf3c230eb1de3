/** The usage of a message that consumed nothing, in the whole shape of contract 2.5, and the rounding of credits. */
import type { MessageUsage } from '@tandem/contract/message'

export const emptyUsage: MessageUsage = {
  tokens: {
    total_tokens: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    prompt_tokens_details: { audio_tokens: 0, text_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, text_tokens: 0 },
  },
  credits: {
    total_credits: 0,
    text_input_credits: 0,
    text_output_credits: 0,
    audio_input_credits: 0,
    audio_output_credits: 0,
  },
}

/** Credits are added up for months: digits after the tenth decimal place are noise of floating point. */
export const roundCredits = (credits: number): number => Math.round(credits * 1e10) / 1e10
