/** How a document came about: the account of its file, or the report of its conversion. */
import type { AdminDocument, DocumentConversion } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { useAgentId } from '../../../agent.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { Id } from '../../../ui/Id.tsx'
import { Section } from '../../../ui/Page.tsx'
import { ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'
import { Time } from '../../../ui/Time.tsx'
import { ConversionAccount, LedgerAccount } from '../add/Account.tsx'
import { Found } from '../add/Found.tsx'
import { Rejected } from '../add/Rejected.tsx'
import { knowledge } from '../queries.ts'

export function SourceTab({ document }: { document: AdminDocument }) {
  const agentId = useAgentId()
  const list = useQuery(knowledge.import(agentId, document.id))
  const conversion = useQuery(knowledge.conversion(agentId, document.id))
  const error = list.error ?? conversion.error
  if (error)
    return <ErrorState error={error} retry={() => void list.refetch().then(() => conversion.refetch())} />
  if (list.isPending || conversion.isPending) return <SkeletonRows />
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto pb-4">
      <Facts document={document} />
      {list.data && (
        <>
          <LedgerAccount
            ledger={list.data.ledger}
            fileName={list.data.file_name}
            rejectedCsv={list.data.rejected_csv}
          />
          <Found ledger={list.data.ledger} />
          {list.data.ledger.rejections.length > 0 && <Rejected ledger={list.data.ledger} />}
        </>
      )}
      {conversion.data && <Converted conversion={conversion.data} />}
    </div>
  )
}

function Facts({ document }: { document: AdminDocument }) {
  const t = useText(documentTexts)
  const { id, format, source_url, created_at, updated_at, tokens } = document
  const facts = [
    [t('id'), <Id key="id" id={id} />],
    [t('madeFrom'), format === 'QA' ? t('pairsGiven') : format],
    ...(source_url ? [[t('fetchedFrom'), <bdi key="url">{source_url}</bdi>]] : []),
    ...(tokens === null ? [] : [[t('tokens'), t('count', { n: tokens })]]),
    [t('addedAt'), <Time key="added" at={created_at} />],
    [t('changedAt'), <Time key="changed" at={updated_at} />],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={String(name)} className="min-w-0">
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="min-h-6 break-all">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Converted({ conversion }: { conversion: DocumentConversion }) {
  const t = useText(documentTexts)
  const { failed_chunks: failed, held, held_count } = conversion
  return (
    <>
      <ConversionAccount conversion={conversion} pairs={conversion.pairs} />
      {failed.length > 0 && (
        <Section title={t('failedPassages')} about={t('failedPassagesHow')}>
          <ul className="flex flex-col gap-2 text-sm">
            {failed.map(({ chunk, excerpt, reason, page, heading }) => (
              <li key={chunk} className="border-l-2 border-bad pl-2.5">
                <p dir="auto" className="break-words">
                  {excerpt}
                </p>
                <p className="text-bad">{reason}</p>
                <p className="text-xs text-ink-3">
                  {[page !== undefined && t('page', { n: page }), heading].filter(Boolean).join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {held_count > 0 && (
        <Section title={t('heldBack', { n: held_count })} about={t('heldBackHow')}>
          <ul className="flex flex-col gap-2 text-sm">
            {held.map(({ question, answer, origin }) => (
              <li key={`${origin.start}-${question}`} className="border-l-2 border-warn pl-2.5">
                <p dir="auto" className="font-semibold break-words">
                  {question}
                </p>
                <p dir="auto" className="break-words whitespace-pre-wrap">
                  {answer}
                </p>
                <p className="text-warn">{origin.held?.join(' ')}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
