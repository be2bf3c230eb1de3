/** Where a file goes: a new document of a base, or in place of one that is there; and how it is read. */
import { useQuery } from '@tanstack/react-query'
import { useAgentId } from '../../../agent.ts'
import { admin, live } from '../../../api.ts'
import { addTexts } from '../../../texts/knowledge-add.ts'
import { useText } from '../../../texts/text.ts'
import { SelectField } from '../../../ui/Field.tsx'
import { knowledge } from '../queries.ts'
import type { As } from './file-kinds.ts'

const MOST_ALIKE = 20

export function Target({
  fileName,
  base,
  replace,
  choose,
  as,
  chooseAs,
}: {
  fileName: string
  base: string | undefined
  replace: string | undefined
  choose: (change: { base?: string | undefined; replace?: string | undefined }) => void
  as: As | undefined
  chooseAs: (as: As) => void
}) {
  const t = useText(addTexts)
  const agentId = useAgentId()
  const { data: bases = [] } = useQuery(knowledge.bases(agentId))
  const alike = useAlike(agentId, fileName)
  const named = useQuery({ ...knowledge.document(agentId, replace ?? ''), enabled: replace !== undefined })
  // The one asked for first, then those that have the name of the file.
  const others = [...(named.data ? [named.data] : []), ...alike.filter(({ id }) => id !== named.data?.id)]
  return (
    <div className="flex flex-wrap items-end gap-3 [&>*]:w-80 max-md:[&>*]:w-full">
      <SelectField
        label={t('where')}
        value={replace ?? ''}
        onChange={({ target }) => choose({ replace: target.value })}
        choices={[
          { value: '', label: t('newDocument') },
          ...others.map(({ id, name, pairs }) => ({ value: id, label: t('inPlaceOf', { name, n: pairs }) })),
        ]}
      />
      {!replace && bases.length > 1 && (
        <SelectField
          label={t('base')}
          value={base ?? bases[0]?.id ?? ''}
          onChange={({ target }) => choose({ base: target.value })}
          choices={bases.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {!replace && (
        <SelectField
          label={t('readAs')}
          value={as ?? 'pairs'}
          disabled={as === undefined}
          onChange={({ target }) => chooseAs(target.value as As)}
          choices={[
            { value: 'pairs', label: t('asPairs') },
            { value: 'convert', label: t('asDocument') },
          ]}
        />
      )}
    </div>
  )
}

/** Documents that have the name of the file: it may be a newer version of one of them. */
function useAlike(agentId: string, name: string) {
  const { data = [] } = useQuery({
    queryKey: ['documents-named', agentId, name],
    queryFn: async ({ signal }) => {
      const q = name.slice(0, 200)
      const { items } = await admin.documents.list({ agentId, q, limit: MOST_ALIKE }, { signal }).page()
      return items.filter((document) => document.name === name && document.kind === 'QA')
    },
    meta: live('document'),
  })
  return data
}
