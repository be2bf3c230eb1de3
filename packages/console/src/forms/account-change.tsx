/** Changes an account, makes it a new link, shuts it out and lets it in. */

import type { Account } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { admin, queryClient } from '../api.ts'
import { peopleTexts } from '../texts/people.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { State } from '../ui/Badge.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Code } from '../ui/Code.tsx'
import { Confirm } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { ErrorNotice } from '../ui/Panels.tsx'
import { tell, tellError } from '../ui/Toast.tsx'
import { useDraft } from '../ui/useDraft.ts'
import { AccountFields } from './account-fields.tsx'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['accounts'] })

export function AccountChange({ account, close }: { account: Account; close: () => void }) {
  const t = useText(peopleTexts)
  const ui = useText(uiTexts)
  const { name, role, agents, desk } = account
  const draft = useDraft({ name, role, agents, desk })
  const params = { accountId: account.id }
  const save = useMutation({
    mutationFn: (_all: typeof draft.value) => admin.accounts.change(params, draft.changes),
    onSuccess: async (_answer, saved) => {
      await refresh()
      draft.settle(saved)
      tell(ui('saved'))
    },
  })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-2">
        <h2 className="truncate font-semibold">{account.name}</h2>
        {account.disabled ? <State is="bad">{t('disabled')}</State> : <State is="good">{t('active')}</State>}
        <span className="ml-auto">
          <IconButton icon={X} label={ui('close')} onClick={close} />
        </span>
      </div>
      <p className="-mt-3 text-sm break-words text-ink-3">
        {account.email} · {account.has_password ? t('hasPassword') : t('noPassword')}
      </p>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(draft.value)
        }}
      >
        <TextField
          label={t('name')}
          required
          maxLength={200}
          value={draft.value.name}
          onChange={(event) => draft.change({ name: event.target.value })}
        />
        <AccountFields value={draft.value} change={draft.change} />
        {save.error && <ErrorNotice error={save.error} />}
        <div className="flex justify-end gap-2">
          {draft.isChanged && <Button onClick={draft.reset}>{ui('cancel')}</Button>}
          <Button look="ink" type="submit" disabled={!draft.isChanged} isBusy={save.isPending}>
            {ui('save')}
          </Button>
        </div>
      </form>
      <SignInLink account={account} />
      <ShutOut account={account} />
    </div>
  )
}

function SignInLink({ account }: { account: Account }) {
  const t = useText(peopleTexts)
  const link = useMutation({
    mutationFn: () => admin.accounts.createSignInLink({ accountId: account.id }),
    onError: tellError,
  })
  return (
    <div className="flex flex-col gap-2 border-t pt-4">
      {link.data && (
        <>
          <p className="text-sm">{t('madeLink', { name: account.name })}</p>
          <Code text={link.data.sign_in_link} label={t('link')} />
        </>
      )}
      <div>
        <Button isBusy={link.isPending} disabled={account.disabled} onClick={() => link.mutate()}>
          {t('newLink')}
        </Button>
      </div>
    </div>
  )
}

function ShutOut({ account }: { account: Account }) {
  const t = useText(peopleTexts)
  const [isAsking, setAsking] = useState(false)
  const change = useMutation({
    mutationFn: (disabled: boolean) => admin.accounts.change({ accountId: account.id }, { disabled }),
    onError: tellError,
    onSettled: () => {
      setAsking(false)
      return refresh()
    },
  })
  if (account.disabled)
    return (
      <div>
        <Button isBusy={change.isPending} onClick={() => change.mutate(false)}>
          {t('letIn')}
        </Button>
      </div>
    )
  return (
    <div>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('shutOut')}
      </Button>
      <Confirm
        isOpen={isAsking}
        close={() => setAsking(false)}
        title={account.name}
        action={t('shutOut')}
        isBusy={change.isPending}
        act={() => change.mutate(true)}
      >
        {t('shutOutWhy', { name: account.name })}
      </Confirm>
    </div>
  )
}
