/** Takes out what the list shows, the whole of it and not only the page, as a file. */
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { admin } from '../../api.ts'
import { saveFile } from '../../save.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { tellError } from '../../ui/Toast.tsx'
import { paramsOf, type TalkFilters } from './queries.ts'

const TIMEOUT_MS = 300_000

export function ListExport({ agentId, filters }: { agentId: string; filters: TalkFilters }) {
  const t = useText(conversationTexts)
  const exporting = useMutation({
    async mutationFn(format: 'csv' | 'jsonl') {
      const params = { ...paramsOf(agentId, filters), format }
      saveFile(`conversations.${format}`, await admin.conversations.export(params, { timeoutMs: TIMEOUT_MS }))
    },
    onError: tellError,
  })
  return (
    <Menu
      align="end"
      trigger={
        <Button size="s" icon={Download} isBusy={exporting.isPending}>
          {t('export')}
        </Button>
      }
    >
      <MenuItem onClick={() => exporting.mutate('csv')}>{t('exportCsv')}</MenuItem>
      <MenuItem onClick={() => exporting.mutate('jsonl')}>{t('exportJsonl')}</MenuItem>
    </Menu>
  )
}
