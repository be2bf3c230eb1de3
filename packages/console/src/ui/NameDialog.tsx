/** Asks for a name and does one thing with it: makes something, or gives it another name. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './Field.tsx'

export function NameDialog({
  isOpen,
  close,
  title,
  label,
  hint,
  name = '',
  longest,
  action,
  save,
}: {
  isOpen: boolean
  close: () => void
  title: string
  label: string
  hint?: string
  /** The name so far. */
  name?: string
  longest: number
  action: string
  /** Does it, and closes the dialog. */
  save: (name: string) => Promise<unknown>
}) {
  const ui = useText(uiTexts)
  const [typed, setTyped] = useState<string>()
  const wanted = (typed ?? name).trim()
  const act = useMutation({ mutationFn: () => save(wanted), onSuccess: () => setTyped(undefined) })
  const leave = () => {
    close()
    act.reset()
    setTyped(undefined)
  }
  return (
    <Dialog isOpen={isOpen} close={leave} title={title}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          act.mutate()
        }}
      >
        <TextField
          label={label}
          hint={hint}
          error={act.error ? (act.error.hint ?? act.error.message) : undefined}
          required
          maxLength={longest}
          value={typed ?? name}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={leave}>{ui('cancel')}</Button>
          <Button look="ink" type="submit" isBusy={act.isPending} disabled={wanted === '' || wanted === name}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
