/** Serves the API description, its readable page, and the page's script from the installed package: nothing from elsewhere. */
import type { Answer } from './route.ts'

export function referenceHandlers() {
  // Built on first use: the description is large, and most processes never serve it.
  const once = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined
    return () => {
      made ??= make()
      return made
    }
  }
  const document = once(async () => (await import('@tandem/contract/openapi')).buildOpenApi())
  const spec = once(async (): Promise<Answer> => ({ json: await document() }))
  const page = once(async (): Promise<Answer> => {
    const { referencePage } = await import('./reference-page.ts')
    const { html: text, policy } = referencePage({
      specUrl: '/openapi.json',
      scriptUrl: '/reference/scalar.js',
      title: 'Tandem API',
      spec: await document(),
    })
    const headers = { 'content-security-policy': policy, 'x-frame-options': 'DENY' }
    return { text, contentType: 'text/html; charset=utf-8', headers }
  })
  const script = once(async (): Promise<Answer> => {
    const { scalarScript } = await import('./reference-page.ts')
    return {
      text: await scalarScript(),
      contentType: 'text/javascript; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=86400' },
    }
  })
  const home = async (): Promise<Answer> => ({ status: 302, text: '', headers: { location: '/reference' } })
  return { spec, page, script, home }
}
