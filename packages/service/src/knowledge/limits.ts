/** The limits of knowledge as they are configured: of files, of pairs, and of requests. */
import { defaultLimits, type Limits } from '@tandem/contract/limits'
import type { Config } from '../platform/config.ts'

export function fileLimitsOf(config: Config) {
  const { fileLimitBytes: fileBytes, pdfLimitBytes: pdfBytes, downloadTimeoutMs } = config
  return { fileBytes, pdfBytes, downloadTimeoutMs }
}

/** Of a file, whether it is a list of pairs or is converted. */
export function pairLimitsOf(config: Config) {
  const { questionLimitChars: questionChars, answerLimitChars: answerChars, filePairLimit: pairs } = config
  return { questionChars, answerChars, pairs }
}

export function requestLimitsOf(config: Config): Limits {
  const { questionLimitChars: questionChars, answerLimitChars: answerChars, pairLimit } = config
  return { ...defaultLimits, questionChars, answerChars, pairsPerRequest: pairLimit }
}
