/** How an answer came about, as it is stored with its message. Every part may be missing: messages of earlier versions have less. */
import type { AdminMessage } from '@tandem/sdk/source'

export interface StoredDetail {
  readonly outcome?: string
  readonly question?: string
  readonly language?: string
  readonly band?: 'answer' | 'offer' | 'none'
  readonly hits?: readonly StoredHit[]
  readonly offered?: readonly { readonly question: string }[]
  readonly smallTalk?: string
  readonly model?: {
    readonly name?: string
    readonly finish?: string
    readonly failure?: { readonly reason?: string }
    readonly wasCut?: boolean
  }
  readonly used?: readonly { readonly name: string; readonly kind: string }[]
  readonly unused?: readonly { readonly name: string; readonly reason: string }[]
  readonly transcript?: string
  readonly voiceFailure?: string
  readonly failure?: string
  /** Set for a message of the user whose answer was dropped. */
  readonly dropped?: string
}

export interface StoredHit {
  readonly docId: string
  readonly docName: string
  readonly ordinal: number
  readonly question: string
  readonly score: number
  readonly confidence?: number
}

export const readDetail = ({ detail }: Pick<AdminMessage, 'detail'>): StoredDetail =>
  typeof detail === 'object' && detail !== null ? (detail as StoredDetail) : {}

/** Marks of sources stand as numbers in brackets. */
export const shownText = ({ text, role }: Pick<AdminMessage, 'text' | 'role'>): string =>
  role === 'assistant' ? text.replace(/\$\[(\d{1,4})\]\$/g, '[$1]') : text

export function tokensOf({
  usage,
}: Pick<AdminMessage, 'usage'>): { input: number; output: number } | undefined {
  const { tokens } = (usage ?? {}) as { tokens?: { prompt_tokens?: number; completion_tokens?: number } }
  return tokens && { input: tokens.prompt_tokens ?? 0, output: tokens.completion_tokens ?? 0 }
}

/** An address that may be followed: of this service, or of the web. What users send may be anything. */
export const isSafeLink = (url: string | null): url is string =>
  url !== null && (url.startsWith('/files/') || /^https?:\/\//i.test(url))
