/** What the keys do, in a dialog. */
import { Dialog } from './Dialog.tsx'
import { Key } from './Key.tsx'

export function KeyHelp({
  title,
  keys,
  close,
}: {
  title: string
  /** Keys, with blanks between those that belong together, and what they do. */
  keys: readonly (readonly [keys: string, words: string])[]
  close: () => void
}) {
  return (
    <Dialog isOpen close={close} title={title}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 text-sm">
        {keys.map(([names, words]) => (
          <div key={names} className="contents">
            <dt className="flex gap-1">
              {names.split(' ').map((name) => (
                <Key key={name} name={name} />
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
