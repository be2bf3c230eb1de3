/** What else can be done with a document: taken home as a file, deleted. */
import type { AdminDocument } from '@tandem/sdk/source'
import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DocumentDelete } from '../../../forms/document-delete.tsx'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { useMayEdit } from '../may-edit.ts'

export function DocumentActions({ document }: { document: AdminDocument }) {
  const t = useText(documentTexts)
  const mayEdit = useMayEdit()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('more')} />}>
        {mayEdit && (
          <MenuItem icon={Trash2} isBad onClick={() => setDeleting(true)}>
            {t('delete')}
          </MenuItem>
        )}
      </Menu>
      <DocumentDelete document={document} isOpen={isDeleting} close={() => setDeleting(false)} />
    </>
  )
}
