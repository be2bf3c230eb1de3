/** Begins a page: the console or the desk, below its own address. */
import '../look.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import type { Account, CallOptions } from '@tandem/sdk/source'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { admin, queryClient } from '../api.ts'
import { LanguageContext, useChosenLanguage } from '../texts/language.ts'
import { applyTheme } from '../theme.ts'
import { Toasts } from '../ui/Toast.tsx'
import { App } from './App.tsx'

const follow = (options: CallOptions) => admin.events({}, options)

export function start(base: '/console' | '/desk', Shell: ComponentType<{ account: Account }>): void {
  applyTheme()
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Router base={base}>
          <InLanguage>
            <App Shell={Shell} follow={follow} />
            <Toasts />
          </InLanguage>
        </Router>
      </QueryClientProvider>
    </CSPProvider>,
  )
}

function InLanguage({ children }: { children: ReactNode }) {
  return <LanguageContext value={useChosenLanguage()}>{children}</LanguageContext>
}
