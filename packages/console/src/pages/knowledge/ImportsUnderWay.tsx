/**
 * Imports that take long: how many rows of how many, whoever began them and wherever that was. Of a file that was given just now
 * it is said from the first moment on that it is in work: rows are counted later, and of a short file never.
 */
import { useQuery } from '@tanstack/react-query'
import { useAgentId } from '../../agent.ts'
import { knowledgeTexts } from '../../texts/knowledge.ts'
import { useText } from '../../texts/text.ts'
import { State } from '../../ui/Badge.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { knowledge } from './queries.ts'

export function ImportsUnderWay({ fileName }: { fileName?: string }) {
  const t = useText(knowledgeTexts)
  const { data: imports = [] } = useQuery(knowledge.imports(useAgentId()))
  const shown = imports.filter(({ file_name }) => fileName === undefined || file_name === fileName)
  if (shown.length === 0 && fileName === undefined) return null
  return (
    <ul aria-label={t('importsUnderWay')} className="card flex shrink-0 flex-col gap-1 px-3.5 py-2">
      {shown.length === 0 && (
        <li className="flex flex-wrap items-center gap-x-3 text-sm">
          <bdi className="min-w-0 truncate font-semibold">{fileName}</bdi>
          <State is="waiting">{t('beingRead')}</State>
        </li>
      )}
      {shown.map(({ doc_id, file_name, rows_read, rows_total }) => (
        <li key={doc_id} className="flex flex-wrap items-center gap-x-3 text-sm">
          <bdi className="min-w-0 truncate font-semibold">{file_name}</bdi>
          <Progress
            done={rows_read}
            of={rows_total}
            label={t('importedRows', { done: rows_read, n: rows_total })}
          />
        </li>
      ))}
    </ul>
  )
}
