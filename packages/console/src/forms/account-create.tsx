/** Makes an account and shows the link that signs its person in, once. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, queryClient } from '../api.ts'
import { peopleTexts } from '../texts/people.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Code } from '../ui/Code.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { ErrorNotice } from '../ui/Panels.tsx'
import { AccountFields, type Rights } from './account-fields.tsx'

const start: Rights & { name: string; email: string } = {
  name: '',
  email: '',
  role: 'editor',
  agents: 'all',
  desk: false,
}

export function AccountCreate({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const t = useText(peopleTexts)
  const ui = useText(uiTexts)
  const [value, setValue] = useState(start)
  const change = (part: Partial<typeof start>) => setValue((before) => ({ ...before, ...part }))
  const create = useMutation({
    mutationFn: () => admin.accounts.create(value),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['accounts'] }),
  })
  const leave = () => {
    close()
    create.reset()
    setValue(start)
  }
  if (create.data) {
    return (
      <Dialog
        isOpen={isOpen}
        close={leave}
        title={create.data.account.name}
        foot={
          <Button look="ink" onClick={leave}>
            {t('done')}
          </Button>
        }
      >
        <p className="text-sm">{t('madeLink', { name: create.data.account.name })}</p>
        <Code text={create.data.sign_in_link} label={t('link')} isCopyShown />
      </Dialog>
    )
  }
  return (
    <Dialog isOpen={isOpen} close={leave} title={t('newAccount')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <TextField
          label={t('name')}
          required
          maxLength={200}
          value={value.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label={t('email')}
          type="email"
          required
          maxLength={254}
          value={value.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <AccountFields value={value} change={change} />
        {create.error && <ErrorNotice error={create.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={leave}>{ui('cancel')}</Button>
          <Button look="ink" type="submit" isBusy={create.isPending}>
            {t('make')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
