/** The keys of the desk: one hand is enough. */
import { deskTexts } from '../texts/desk.ts'
import { useText } from '../texts/text.ts'
import { KeyHelp } from '../ui/KeyHelp.tsx'

export function DeskHelp({ close }: { close: () => void }) {
  const t = useText(deskTexts)
  const keys = [
    ['J K', t('help_rows')],
    ['T', t('takeNextLong')],
    ['R', t('help_reply')],
    ['1 2 3', t('help_insert')],
    ['/', t('help_snippet')],
    ['M', t('newNote')],
    ['H', t('handTo')],
    ['G', t('help_release')],
    ['C', t('help_close')],
    ['N', t('closeNext')],
    ['Esc', t('help_escape')],
    ['?', t('help_help')],
  ] as const
  return <KeyHelp title={t('keys')} keys={keys} close={close} />
}
