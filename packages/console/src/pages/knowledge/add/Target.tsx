/** Where a file goes: a new document of a base, in place of one that is there, or added to it; and how it is read. */
import { useQuery } from '@tanstack/react-query'
import { useAgentId } from '../../../agent.ts'
import { admin, live } from '../../../api.ts'
import { addTexts } from '../../../texts/knowledge-add.ts'
import { useText } from '../../../texts/text.ts'
import { SelectField } from '../../../ui/Field.tsx'
import { knowledge } from '../queries.ts'
import type { As } from './file-kinds.ts'
import { mendedOf, withoutEnding } from './mended-file.ts'

const MOST_ALIKE = 20

type Way = 'replace' | 'into'

export function Target({
  fileName,
  base,
  document,
  isAdded,
  choose,
  as,
  chooseAs,
}: {
  fileName: string
  base: string | undefined
  /** The one that is there. */
  document: string | undefined
  /** Its pairs stay, and those of the file join them. */
  isAdded: boolean
  choose: (change: { base?: string; replace?: string | undefined; into?: string | undefined }) => void
  as: As | undefined
  chooseAs: (as: As) => void
}) {
  const t = useText(addTexts)
  const agentId = useAgentId()
  const { data: bases = [] } = useQuery(knowledge.bases(agentId))
  const alike = useAlike(agentId, fileName)
  const named = useQuery({ ...knowledge.document(agentId, document ?? ''), enabled: document !== undefined })
  // The one asked for first, then those that have the name of the file.
  const others = [...(named.data ? [named.data] : []), ...alike.filter(({ id }) => id !== named.data?.id)]
  const way = (how: Way, id: string) => `${how}:${id}`
  const chooseWay = (value: string) => {
    const [how, id] = value.split(':')
    choose({ replace: how === 'replace' ? id : undefined, into: how === 'into' ? id : undefined })
  }
  return (
    <div className="flex flex-wrap items-end gap-3 [&>*]:w-80 max-md:[&>*]:w-full">
      <SelectField
        label={t('where')}
        value={document ? way(isAdded ? 'into' : 'replace', document) : ''}
        onChange={({ target }) => chooseWay(target.value)}
        choices={[
          { value: '', label: t('newDocument') },
          ...others.flatMap(({ id, name, pairs }) => [
            { value: way('into', id), label: t('addedTo', { name, n: pairs }) },
            { value: way('replace', id), label: t('inPlaceOf', { name, n: pairs }) },
          ]),
        ]}
      />
      {!document && bases.length > 1 && (
        <SelectField
          label={t('base')}
          value={base ?? bases[0]?.id ?? ''}
          onChange={({ target }) => choose({ base: target.value })}
          choices={bases.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {!document && (
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

/** Documents that have the name of the file, or of that whose rejected rows it holds: it may be meant for one of them. */
function useAlike(agentId: string, name: string) {
  const mended = mendedOf(name)
  const isAlike = (other: string) => other === name || withoutEnding(other) === mended
  const { data = [] } = useQuery({
    queryKey: ['documents-named', agentId, name],
    queryFn: async ({ signal }) => {
      const q = (mended || name).slice(0, 200)
      const { items } = await admin.documents.list({ agentId, q, limit: MOST_ALIKE }, { signal }).page()
      return items.filter((document) => isAlike(document.name) && document.kind === 'QA')
    },
    meta: live('document'),
  })
  return data
}
