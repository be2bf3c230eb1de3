/** What else can be done with a document: taken home as a file, deleted. */
import type { AdminDocument } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { Download, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAgentId } from '../../../agent.ts'
import { admin } from '../../../api.ts'
import { DocumentDelete } from '../../../forms/document-delete.tsx'
import { saveFile } from '../../../save.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/Menu.tsx'
import { tellError } from '../../../ui/Toast.tsx'
import { useMayEdit } from '../may-edit.ts'

export function DocumentActions({ document }: { document: AdminDocument }) {
  const t = useText(documentTexts)
  const mayEdit = useMayEdit()
  const agentId = useAgentId()
  const { id: docId, name } = document
  const save = useMutation({
    mutationFn: (format: 'csv' | 'jsonl') => admin.documents.export({ agentId, docId, format }),
    onSuccess: (file, format) => saveFile(`${name}.${format}`, file as Blob),
    onError: tellError,
  })
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('more')} />}>
        <MenuItem icon={Download} onClick={() => save.mutate('csv')}>
          {t('exportCsv')}
        </MenuItem>
        <MenuItem icon={Download} onClick={() => save.mutate('jsonl')}>
          {t('exportJsonl')}
        </MenuItem>
        {mayEdit && <MenuLine />}
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
