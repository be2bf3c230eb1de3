/** How an answer came about, as it is stored with its message. Read with care: older messages may lack any of it. */
import type { AdminMessage } from '@tandem/sdk/source'

export interface AnswerDetail {
  readonly outcome?: string
  readonly question?: string
  readonly band?: 'answer' | 'offer' | 'none'
  readonly hits?: readonly {
    readonly question: string
    readonly confidence: number
    readonly docName: string
  }[]
  readonly offered?: readonly { readonly question: string }[]
  readonly model?: { readonly name: string; readonly finish?: string; readonly failure?: unknown }
  readonly failure?: string
}

export const detailOf = ({ detail }: AdminMessage): AnswerDetail =>
  typeof detail === 'object' && detail !== null ? (detail as AnswerDetail) : {}
