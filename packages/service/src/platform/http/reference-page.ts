/**
 * The API reference in the browser: Scalar, served by ourselves. The page asks no other host for anything, and shows
 * a plain list of the endpoints until the script has taken over, or for good where scripts do not run.
 */
import { createHash } from 'node:crypto'
import type { OpenApiDocument } from '@tandem/contract/openapi'
import fastify from 'fastify'

interface ReferencePage {
  /** Addresses as the browser sees them; a path is enough. */
  readonly specUrl: string
  readonly scriptUrl: string
  readonly title: string
  readonly spec: OpenApiDocument
}

/** Everything Scalar offers beyond showing and trying the API talks to its makers' servers, so it is off. */
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
}

const styles = `
:root { color-scheme: light dark }
#plain { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
#plain h1 { font-size: 1.5rem }
#plain h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
#plain ul { list-style: none; margin: 0; padding: 0 }
#plain li { padding: .4rem 0; border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
#plain code { overflow-wrap: anywhere }
#plain b { display: inline-block; min-width: 4.5em; font-size: .8rem }
#plain span { display: block; opacity: .75 }
@media (prefers-color-scheme: dark) { html { background: #0f0f0f } }
`

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** The plain list: method, path and summary, under the headings of the document. */
function endpointList({ paths, webhooks, tags }: OpenApiDocument): string {
  const rows = [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path: operation['x-address'] ?? path,
      method,
      operation,
    })),
  )
  return tags
    .map(({ name, description }) => {
      const items = rows
        .filter(({ operation }) => operation.tags.includes(name))
        .map(
          ({ method, path, operation }) =>
            `<li><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code><span>${escaped(operation.summary)}</span></li>`,
        )
      return `<h2>${escaped(name)}</h2><p>${escaped(description)}</p><ul>${items.join('')}</ul>`
    })
    .join('\n')
}

/** Starts Scalar and takes the plain list away once it stands. Written without arrow brackets, to sit in HTML as it is. */
function starter(specUrl: string, title: string): string {
  const settings = { ...scalarSettings, url: specUrl, metaData: { title } }
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  return `
if (window.Scalar) {
  var settings = ${json};
  settings.darkMode = matchMedia('(prefers-color-scheme: dark)').matches;
  settings.onLoaded = function () { document.getElementById('plain').hidden = true };
  Scalar.createApiReference('#reference', settings);
}
`
}

const hashed = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The page, and the policy its answer carries. */
export function referencePage({ specUrl, scriptUrl, title, spec }: ReferencePage): {
  html: string
  policy: string
} {
  const script = starter(specUrl, title)
  // The browser itself holds the page to this host.
  const policy = [
    `default-src 'none'`,
    `script-src 'self' ${hashed(script)}`,
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
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body>
<div id="reference"></div>
<main id="plain">
<h1>${escaped(title)}</h1>
<p>The whole description for programs: <a href="${escaped(specUrl)}">OpenAPI 3.1</a>.</p>
${endpointList(spec)}
</main>
<script src="${escaped(scriptUrl)}"></script>
<script>${script}</script>
</body>
</html>
`
  return { html, policy }
}

/**
 * Scalar's browser script. Its package carries it only inside the Fastify plugin, so a server that never listens is asked
 * for it, once; the megabytes are loaded when the first reader comes.
 */
export async function scalarScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  await server.register(plugin, { routePrefix: '/', configuration: { url: '/' } })
  const answer = await server.inject('/js/scalar.js')
  await server.close()
  if (answer.statusCode !== 200) throw new Error('The API reference script was not found in its package')
  return answer.body
}
