/** Signing in: with email address and password, or with the code of a link. */

import type { Account, SignInRequest, TandemError } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { admin } from '../api.ts'
import { shellTexts } from '../texts/shell.ts'
import { type Say, useText } from '../texts/text.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Notice } from '../ui/Panels.tsx'
import { Brand } from './Brand.tsx'

type Enter = (account: Account) => void

const CODE = '#code='

export function SignInPage({ enter }: { enter: Enter }) {
  const t = useText(shellTexts)
  useEffect(() => {
    document.title = `${t('signIn')} · Tandem`
  }, [t])
  return (
    <main className="grid h-full place-items-center overflow-auto p-4">
      <div className="flex w-full max-w-sm flex-col gap-5">
        <Brand />
        <div className="card flex flex-col gap-4 p-5">
          <h1 className="text-lg font-semibold">{t('signIn')}</h1>
          <SignInForm enter={enter} />
        </div>
        <p className="text-xs text-ink-3">{t('noAccount')}</p>
      </div>
    </main>
  )
}

export function SignInForm({ enter, email: known = '' }: { enter: Enter; email?: string }) {
  const t = useText(shellTexts)
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: (request: SignInRequest) => admin.session.signIn(request, { maxRetries: 0 }),
    onSuccess: ({ account }) => enter(account),
    // A wrong password is no session that ended.
    meta: {},
  })
  const [code] = useState(() => takeCode())
  const { mutate } = signIn
  useEffect(() => {
    if (code) mutate({ code })
  }, [code, mutate])

  if (code && (signIn.isPending || signIn.isIdle)) return <p role="status">{t('byLink')}</p>
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate({ email, password })
      }}
    >
      {signIn.error && (
        <Notice tone="bad">{wordsOf(signIn.error, signIn.variables?.code !== undefined, t)}</Notice>
      )}
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button look="ink" type="submit" isBusy={signIn.isPending}>
        {t('signIn')}
      </Button>
    </form>
  )
}

/** Takes the code out of the address, so that it is neither kept in the history nor used twice. */
function takeCode(): string | undefined {
  const { hash, pathname, search } = window.location
  if (!hash.startsWith(CODE)) return undefined
  history.replaceState(null, '', pathname + search)
  return decodeURIComponent(hash.slice(CODE.length))
}

function wordsOf(error: TandemError, isByLink: boolean, t: Say<typeof shellTexts>): string {
  if (error.status === 429)
    return t('tooOften', { seconds: Math.ceil((error.retryAfterMs ?? 10_000) / 1000) })
  if (error.status === 401 || (isByLink && error.status === 400)) return isByLink ? t('badLink') : t('wrong')
  return error.hint ?? error.message
}
