/** Serves the API description and the API reference, a page made with Scalar. The page loads nothing from other hosts. */
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createThread } from '../thread.ts'
import type { RouteResponse } from './route.ts'

/** Written by `npm run generate`; `npm run check` fails if it is out of date. */
const DESCRIPTION = new URL('../../../../../docs/openapi.json', import.meta.url)

export function referenceHandlers() {
  // Loaded on first use, because both files are large and most processes never serve them. After a failure the next request
  // tries again.
  const once = <T>(make: () => Promise<T>) => {
    let made: Promise<T> | undefined
    return () => {
      made ??= make().catch((error) => {
        made = undefined
        throw error
      })
      return made
    }
  }
  const document = once(() => readFile(DESCRIPTION))
  const script = once(scalarScript)
  return {
    spec: async (): Promise<RouteResponse> => ({
      bytes: await document(),
      contentType: 'application/json; charset=utf-8',
    }),
    async page(): Promise<RouteResponse> {
      const headers = { 'content-security-policy': policy, 'x-frame-options': 'DENY' }
      return { text: html, contentType: 'text/html; charset=utf-8', headers }
    },
    script: async (): Promise<RouteResponse> => ({
      bytes: await script(),
      contentType: 'text/javascript; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=86400' },
    }),
    home: async (): Promise<RouteResponse> => ({
      status: 302,
      text: '',
      headers: { location: '/reference' },
    }),
  }
}

const SPEC_PATH = '/openapi.json'
const TITLE = 'Tandem API'

/** Scalar's features besides showing and trying the API send requests to its makers' servers, so they are turned off. */
const scalarSettings = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'apiKey' },
  orderSchemaPropertiesBy: 'preserve',
  theme: 'default',
  url: SPEC_PATH,
  metaData: { title: TITLE },
}

/** The script that starts Scalar. It contains no `<`, so that it can be inserted into HTML unchanged. */
const starter = `
if (window.Scalar) {
  var settings = ${JSON.stringify(scalarSettings).replaceAll('<', '\\u003c')};
  settings.darkMode = matchMedia('(prefers-color-scheme: dark)').matches;
  Scalar.createApiReference('#reference', settings);
}
`

/** With this policy the browser blocks requests of the page to any other host. */
const policy = [
  `default-src 'none'`,
  `script-src 'self' 'sha256-${hash('sha256', starter, 'base64')}'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `font-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${TITLE}</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs scripts. The same description as data: <a href="${SPEC_PATH}">OpenAPI 3.1</a>.</noscript>
<script src="/reference/scalar.js"></script>
<script>${starter}</script>
</body>
</html>
`

/** In a thread, because loading Scalar takes half a second of processor time. */
async function scalarScript(): Promise<Buffer> {
  const module = new URL('./reference-script.ts', import.meta.url)
  const thread = createThread<null, Uint8Array>({ name: 'reference', module })
  try {
    return Buffer.from(await thread.ask(null))
  } finally {
    await thread.close()
  }
}
