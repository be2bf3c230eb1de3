/** Stands in until the screen is there. */

import { Redirect } from 'wouter'
import { useAgentId } from '../../../agent.ts'
import { paths } from '../../../paths.ts'

export const ReviewPage = ({ docId }: { docId: string }) => (
  <Redirect to={paths.document(useAgentId(), docId)} replace />
)
