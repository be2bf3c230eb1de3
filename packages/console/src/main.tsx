/** Entrance of the console. */
import './look.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import type { CallOptions } from '@tandem/sdk/source'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { admin, queryClient } from './api.ts'
import { App } from './shell/App.tsx'
import { Shell } from './shell/Shell.tsx'
import { applyTheme } from './theme.ts'
import { Toasts } from './ui/Toast.tsx'

const follow = (options: CallOptions) => admin.events({}, options)

applyTheme()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Router base="/console">
          <App Shell={Shell} follow={follow} />
          <Toasts />
        </Router>
      </QueryClientProvider>
    </CSPProvider>,
  )
