/**
 * Who sees what: nobody signed in sees the sign-in page, and after it the address they came for. A session that ends later
 * leaves the page as it is and asks to sign in above it.
 */

import type { Account } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { queries, queryClient } from '../api.ts'
import { type Follow, followFeed } from '../feed.ts'
import { keepDraftsOf } from '../kept.ts'
import { paths } from '../paths.ts'
import { sessionBegun, useHasEnded } from '../session.ts'
import { useLanguage } from '../texts/language.ts'
import { useTheme } from '../theme.ts'
import { ErrorState } from '../ui/Panels.tsx'
import { SignInPage } from './SignIn.tsx'

const SignInAgain = lazy(() => import('./SignInAgain.tsx').then((file) => ({ default: file.SignInAgain })))

interface Inside {
  /** What somebody who is signed in sees. */
  readonly Shell: ComponentType<{ account: Account }>
  readonly follow: Follow
}

export function App({ Shell, follow }: Inside) {
  const session = useQuery(queries.session())
  const [location, navigate] = useLocation()
  useTheme()
  const language = useLanguage()
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh' : 'en'
  }, [language])

  const isSignIn = location === paths.signIn
  const enter = (account: Account) => {
    if (isSignIn) navigate(paths.home, { replace: true })
    begin(session.data ?? undefined, account)
  }
  if (session.data === undefined)
    return session.error ? (
      <main className="grid h-full place-items-center">
        <ErrorState error={session.error} retry={() => session.refetch()} />
      </main>
    ) : null
  // A link is followed also by somebody who is signed in: it may be for another account.
  if (session.data === null || (isSignIn && window.location.hash.startsWith('#code=')))
    return <SignInPage enter={enter} />
  return <SignedIn account={session.data} Shell={Shell} follow={follow} />
}

/** Another person than before gets a page of their own: in this one is what the first read and typed. */
function begin(before: Account | undefined, account: Account): void {
  if (before && before.id !== account.id) {
    window.location.reload()
    return
  }
  keepDraftsOf(account.id)
  queryClient.setQueryData(queries.session().queryKey, account)
  sessionBegun()
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}

function SignedIn({ account, Shell, follow }: Inside & { account: Account }) {
  const hasEnded = useHasEnded()
  useEffect(() => {
    if (hasEnded) return
    const controller = new AbortController()
    void followFeed(follow, controller.signal)
    return () => controller.abort()
  }, [hasEnded, follow])
  return (
    <>
      <Shell account={account} />
      <Suspense>
        {hasEnded && <SignInAgain email={account.email} enter={(next) => begin(account, next)} />}
      </Suspense>
    </>
  )
}
