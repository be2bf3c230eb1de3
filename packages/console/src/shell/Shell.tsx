/** The frame around every screen: navigation at the left (behind a button on narrow screens), the page, palette and help. */
import type { Account } from '@tandem/sdk/source'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useRouteAgent } from '../agent.ts'
import { keep } from '../kept.ts'
import { useKeys } from '../keys.ts'
import { useIsNarrow } from '../narrow.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { PageSkeleton } from '../ui/Page.tsx'
import { Boundary } from './Boundary.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { Navigation } from './Navigation.tsx'
import { Reconnecting } from './Reconnecting.tsx'
import { Screens } from './Screens.tsx'

const Palette = lazy(() => import('./Palette.tsx').then((file) => ({ default: file.Palette })))
const KeyboardHelp = lazy(() => import('./KeyboardHelp.tsx').then((file) => ({ default: file.KeyboardHelp })))

export function Shell({ account }: { account: Account }) {
  const t = useText(shellTexts)
  const [location] = useLocation()
  const [open, setOpen] = useState<'palette' | 'help' | 'navigation' | undefined>()
  const agent = useRouteAgent()
  useEffect(() => {
    if (agent) keep('agent', agent)
  }, [agent])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes somewhere has done with what was open
  useEffect(() => setOpen(undefined), [location])
  useKeys({
    'mod+k': () => setOpen((now) => (now === 'palette' ? undefined : 'palette')),
    '?': () => setOpen('help'),
  })
  useKeptFocus()
  const close = () => setOpen(undefined)
  const isDrawer = useIsNarrow() && open === 'navigation'
  const drawer = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isDrawer) return
    drawer.current?.querySelector<HTMLElement>('a, button')?.focus()
    const hear = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(undefined)
    window.addEventListener('keydown', hear)
    return () => {
      window.removeEventListener('keydown', hear)
      opener.current?.focus()
    }
  }, [isDrawer])
  return (
    <div className="flex h-full">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-ink px-3 py-1.5 text-sm font-semibold text-on-ink focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <div
        ref={drawer}
        {...(isDrawer ? { role: 'dialog', 'aria-modal': true, 'aria-label': t('navigation') } : {})}
        className={`z-30 w-54 shrink-0 border-r bg-surface max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:w-64 max-md:shadow-float ${open === 'navigation' ? '' : 'max-md:hidden'}`}
      >
        <Navigation
          account={account}
          openPalette={() => setOpen('palette')}
          openHelp={() => setOpen('help')}
        />
      </div>
      {open === 'navigation' && (
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          className="fixed inset-0 z-20 bg-veil md:hidden"
          onClick={close}
        />
      )}
      <div inert={isDrawer} className="flex min-w-0 grow flex-col">
        <Reconnecting />
        <div className="relative flex min-h-0 grow flex-col">
          {/* On narrow screens it stands in the bar of the page, which leaves room for it. */}
          <button
            ref={opener}
            type="button"
            aria-label={t('openNavigation')}
            aria-expanded={open === 'navigation'}
            onClick={() => setOpen(open === 'navigation' ? undefined : 'navigation')}
            className="absolute top-1.5 left-1.5 z-10 grid size-9 place-items-center rounded-md hover:bg-sunken md:hidden"
          >
            <MenuIcon size={18} aria-hidden />
          </button>
          <main id="content" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none">
            <Boundary at={location}>
              <Suspense fallback={<PageSkeleton />}>
                <Screens account={account} />
              </Suspense>
            </Boundary>
          </main>
        </div>
      </div>
      {/* Loaded when they are first opened. */}
      <Suspense>
        {open === 'palette' && <Palette isOpen close={close} account={account} />}
        {open === 'help' && <KeyboardHelp close={close} />}
      </Suspense>
    </div>
  )
}
