/** Writes docs/configuration.md from the declared configuration keys. */
import { grouped } from '@tandem/contract/grouped'
import type { Key } from '@tandem/service/platform/config-key'
import { configKeys } from '@tandem/service/platform/config-keys'

export function configurationDoc(): string {
  const rows = Object.values<Key>(configKeys).map(
    (key) => `| \`${key.env}\` | ${range(key)} | ${fallback(key)} | ${key.says} |`,
  )
  return [
    '<!-- Generated from packages/service/src/platform/config-keys.ts; do not edit, run `npm run generate`. -->',
    '# Configuration',
    '',
    'Everything is set by environment variables and checked before anything starts. A secret may also be given as a file:',
    '`TANDEM_ADMIN_TOKEN_FILE=/run/secrets/admin-token`. Secrets are never logged; the start line says only whether they are set.',
    '',
    '| variable | value | default | meaning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function range(key: Key): string {
  if (key.kind === 'number') return `${grouped(key.min)} to ${grouped(key.max)} ${key.unit}`
  if (key.kind === 'choice') return key.choices.join(', ')
  return `text${key.secret ? ', secret' : ''}`
}

function fallback(key: Key): string {
  if (key.fallbackSays !== undefined) return key.fallbackSays
  if (typeof key.fallback === 'function') {
    const [dev, serve] = [key.fallback('dev'), key.fallback('serve')]
    return `\`dev\`: ${shown(dev)}, \`serve\`: ${shown(serve)}`
  }
  return shown(key.fallback)
}

const shown = (value: string | number | undefined) => (value === undefined ? 'not set' : `\`${value}\``)
