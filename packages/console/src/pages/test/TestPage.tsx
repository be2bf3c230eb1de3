/** Test: ask a question and see why, or look at a set of questions, as the address says. */
import { useRoute } from 'wouter'
import { AskPage } from './AskPage.tsx'
import { SetPage } from './SetPage.tsx'

export function TestPage() {
  const [, params] = useRoute<{ agent: string; set?: string }>('/a/:agent/test/:set?')
  return params?.set === undefined ? <AskPage /> : <SetPage key={params.set} setId={params.set} />
}
