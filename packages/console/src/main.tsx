/** Entrance of the console. */
import './look.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { queryClient } from './api.ts'
import { App } from './shell/App.tsx'
import { applyTheme } from './theme.ts'
import { Toasts } from './ui/Toast.tsx'

applyTheme()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Router base="/console">
          <App />
          <Toasts />
        </Router>
      </QueryClientProvider>
    </CSPProvider>,
  )
