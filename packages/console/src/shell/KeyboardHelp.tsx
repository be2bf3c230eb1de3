/** The keys that work everywhere. */
import { PALETTE_KEY } from '../keys.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { Dialog } from '../ui/Dialog.tsx'

export function KeyboardHelp({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const t = useText(shellTexts)
  const keys: [string, string][] = [
    [PALETTE_KEY, t('helpPalette')],
    ['?', t('helpHelp')],
    ['/', t('helpSearch')],
    ['J K', t('helpRows')],
    ['Enter', t('helpOpen')],
    ['Esc', t('helpEscape')],
  ]
  return (
    <Dialog isOpen={isOpen} close={close} title={t('help')}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 text-sm">
        {keys.map(([key, words]) => (
          <div key={key} className="contents">
            <dt>
              {key.split(' ').map((each) => (
                <kbd key={each} className="mr-1 rounded-sm border border-b-2 px-1.5 text-xs">
                  {each}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
