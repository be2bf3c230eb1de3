/** A person's own page: the password, and where they are signed in. */

import type { Session } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../agent.ts'
import { admin, queryClient } from '../../api.ts'
import { peopleTexts } from '../../texts/people.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { ErrorNotice, ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { Time } from '../../ui/Time.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { sessionsQuery } from '../accounts/queries.ts'
import { browserName } from './browser-name.ts'

export function ProfilePage() {
  const t = useText(peopleTexts)
  const shell = useText(shellTexts)
  const account = useAccount()
  return (
    <Page title={shell('profile')} about={t('profileAbout')}>
      <div className="flex max-w-2xl flex-col gap-4">
        <p className="text-sm text-ink-2">
          {account.name} · {account.email} · {t(account.role)}
        </p>
        <PasswordSection />
        <SessionsSection />
      </div>
    </Page>
  )
}

function PasswordSection() {
  const t = useText(peopleTexts)
  const { has_password } = useAccount()
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const change = useMutation({
    mutationFn: () =>
      admin.session.changePassword({ password, ...(has_password && old ? { current_password: old } : {}) }),
    onSuccess: () => {
      setOld('')
      setPassword('')
      tell(t('passwordChanged'))
      void queryClient.invalidateQueries()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <Section title={t('password')} about={t('passwordAbout')}>
        <div className="flex max-w-sm flex-col gap-4">
          {has_password && (
            <TextField
              label={t('oldPassword')}
              type="password"
              autoComplete="current-password"
              value={old}
              onChange={(event) => setOld(event.target.value)}
            />
          )}
          <TextField
            label={t('newPassword')}
            hint={t('passwordHint')}
            type="password"
            autoComplete="new-password"
            required
            minLength={8}
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {change.error && <ErrorNotice error={change.error} />}
          <div>
            <Button look="ink" type="submit" isBusy={change.isPending}>
              {t('setPassword')}
            </Button>
          </div>
        </div>
      </Section>
    </form>
  )
}

function SessionsSection() {
  const t = useText(peopleTexts)
  const query = useQuery(sessionsQuery())
  return (
    <Section title={t('sessions')}>
      {query.isPending && <SkeletonRows rows={3} />}
      {!query.data && query.error && <ErrorState error={query.error} retry={() => query.refetch()} />}
      <ul className="flex flex-col">
        {query.data?.items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Section>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useText(peopleTexts)
  const end = useMutation({
    mutationFn: () => admin.sessions.end({ sessionId: session.id }),
    onError: tellError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const known = browserName(session.user_agent)
  return (
    <li className="flex items-center gap-3 border-t py-2 first:border-t-0">
      <div className="min-w-0">
        <p className="truncate text-sm" title={session.user_agent}>
          {known ? t('browserOn', known) : session.user_agent || session.address}
        </p>
        <p className="text-xs text-ink-3">
          {session.address} · {t('lastUsed')} <Time at={session.last_used_at} />
        </p>
      </div>
      <span className="ml-auto shrink-0">
        {session.current ? (
          <Badge tone="good">{t('thisOne')}</Badge>
        ) : (
          <Button size="s" isBusy={end.isPending} onClick={() => end.mutate()}>
            {t('endSession')}
          </Button>
        )}
      </span>
    </li>
  )
}
