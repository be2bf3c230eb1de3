/** The keys of the desk: one hand is enough. */
import { deskTexts } from '../texts/desk.ts'
import { useText } from '../texts/text.ts'
import { Dialog } from '../ui/Dialog.tsx'

export function DeskHelp({ close }: { close: () => void }) {
  const t = useText(deskTexts)
  const keys: [string, string][] = [
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
  ]
  return (
    <Dialog isOpen close={close} title={t('keys')}>
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
