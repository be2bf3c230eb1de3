/** What would become of a file: the account that adds up, what was found, what was rejected and why, and the pairs. */
import type { DocumentPreview } from '@tandem/sdk/source'
import { addTexts } from '../../../texts/knowledge-add.ts'
import { useText } from '../../../texts/text.ts'
import { Notice } from '../../../ui/Panels.tsx'
import { ConversionAccount, LedgerAccount } from './Account.tsx'
import { Found } from './Found.tsx'
import { PreviewPairs } from './PreviewPairs.tsx'
import { Rejected } from './Rejected.tsx'
import { Replacement } from './Replacement.tsx'

export function Preview({ preview, replace }: { preview: DocumentPreview; replace: string | undefined }) {
  const t = useText(addTexts)
  const { reason, ledger, conversion, model, pairs, pair_count } = preview
  // A plan compares whole documents: it needs all pairs.
  const canCompare = replace !== undefined && pairs.length > 0 && pairs.length === pair_count
  return (
    <>
      {reason !== null && (
        <Notice tone="bad">
          <strong>{t('cannotStore')}</strong> {reason}
        </Notice>
      )}
      {model && <Notice tone="plain">{t('modelAsked', { name: model.name, n: model.chunks })}</Notice>}
      {ledger && (
        <LedgerAccount ledger={ledger} rejectedCsv={preview.rejected_csv} fileName={preview.file_name} />
      )}
      {conversion && <ConversionAccount conversion={conversion} pairs={pair_count} />}
      {ledger && <Found ledger={ledger} />}
      {ledger && ledger.rejections.length > 0 && <Rejected ledger={ledger} />}
      {canCompare ? (
        <Replacement docId={replace} pairs={pairs} />
      ) : (
        pairs.length > 0 && <PreviewPairs pairs={pairs} total={pair_count} />
      )}
    </>
  )
}
