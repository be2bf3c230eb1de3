/** Serves the API description, its readable page, and the page's script from the installed package: nothing from elsewhere. */
import { buildOpenApi } from '@tandem/contract/openapi'
import { referencePage, scalarScript } from './reference-page.ts'
import type { Answer } from './route.ts'

export function referenceHandlers() {
  // Made on first use: each is large, and most processes never serve it.
  const once = <T>(make: () => T) => {
    let made: T | undefined
    return () => {
      made ??= make()
      return made
    }
  }
  const document = once(buildOpenApi)
  const script = once(scalarScript)
  const page = once((): Answer => {
    const { html: text, policy } = referencePage({
      specUrl: '/openapi.json',
      scriptUrl: '/reference/scalar.js',
      title: 'Tandem API',
    })
    const headers = { 'content-security-policy': policy, 'x-frame-options': 'DENY' }
    return { text, contentType: 'text/html; charset=utf-8', headers }
  })
  return {
    spec: async (): Promise<Answer> => ({ json: document() }),
    page: async () => page(),
    script: async (): Promise<Answer> => ({
      text: await script(),
      contentType: 'text/javascript; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=86400' },
    }),
    home: async (): Promise<Answer> => ({ status: 302, text: '', headers: { location: '/reference' } }),
  }
}
