/**
 * The limits of one request. An installation may configure other numbers; these are the documented defaults.
 * Lengths are in characters (Unicode code points), not UTF-16 units.
 */
export interface Limits {
  readonly questionChars: number
  readonly answerChars: number
  readonly pairsPerRequest: number
  readonly filesPerRequest: number
  readonly chunkTokens: number
  readonly headerRows: number
  readonly splitterChars: number
  readonly fileNameChars: number
  readonly documentNameChars: number
}

export const defaultLimits: Limits = {
  questionChars: 2_000,
  answerChars: 20_000,
  pairsPerRequest: 50_000,
  filesPerRequest: 20,
  chunkTokens: 8_000,
  headerRows: 100,
  splitterChars: 100,
  fileNameChars: 200,
  documentNameChars: 200,
}
