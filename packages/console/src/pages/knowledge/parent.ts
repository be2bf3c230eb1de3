/** The list of documents, which the other screens of knowledge belong to. */
import { useAgentId } from '../../agent.ts'
import { paths } from '../../paths.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'

export function useParent() {
  const t = useText(shellTexts)
  return { label: t('knowledge'), href: paths.knowledge(useAgentId()) }
}
