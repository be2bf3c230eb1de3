/** Downloads what fits the filters, as a table or as lines of JSON. */
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { admin } from '../../api.ts'
import { deliveryTexts } from '../../texts/deliveries.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import { tellError } from '../../ui/Toast.tsx'
import { type LogFilters, paramsOf } from './queries.ts'

const types = { csv: 'text/csv', jsonl: 'application/jsonl' } as const
/** A long log takes its time. */
const TIMEOUT_MS = 600_000

export function LogDownload({ agentId, filters }: { agentId: string; filters: LogFilters }) {
  const t = useText(deliveryTexts)
  const download = useMutation({
    mutationFn: async (format: keyof typeof types) => {
      const params = { ...paramsOf(agentId, filters), format }
      const file = await admin.deliveries.export(params, { timeoutMs: TIMEOUT_MS })
      saveFile(`deliveries.${format}`, types[format], file)
    },
    onError: tellError,
  })
  return (
    <Menu
      align="end"
      trigger={
        <Button size="s" look="quiet" icon={Download} isShort isBusy={download.isPending}>
          {t('download')}
        </Button>
      }
    >
      <MenuItem onClick={() => download.mutate('csv')}>{t('asCsv')}</MenuItem>
      <MenuItem onClick={() => download.mutate('jsonl')}>{t('asJsonLines')}</MenuItem>
    </Menu>
  )
}
