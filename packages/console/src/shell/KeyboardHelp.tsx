/** The keys that work everywhere in the console. */
import { PALETTE_KEY } from '../keys.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { KeyHelp } from '../ui/KeyHelp.tsx'

export function KeyboardHelp({ close }: { close: () => void }) {
  const t = useText(shellTexts)
  const keys = [
    [PALETTE_KEY, t('helpPalette')],
    ['?', t('helpHelp')],
    ['/', t('helpSearch')],
    ['J K', t('helpRows')],
    ['Enter', t('helpOpen')],
    ['Esc', t('helpEscape')],
  ] as const
  return <KeyHelp title={t('help')} keys={keys} close={close} />
}
