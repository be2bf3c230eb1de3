/**
 * Writes the generated documents under docs/, and the types of the SDK, from their sources in the code.
 * With --check it writes nothing, lists the files that are out of date, and exits with 1 if there are any.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorsDoc } from '@tandem/contract/errors-doc'
import { buildOpenApi } from '@tandem/contract/openapi'
import { withEndpointTables } from '@tandem/contract/platform-doc'
import { configurationDoc } from './config-doc.ts'
import { withGeneratedPart } from './handoff-diagram.ts'
import { rolesDoc } from './roles-doc.ts'
import { sdkOperations, sdkShapes } from './sdk-types.ts'

const root = join(import.meta.dirname, '..')

const documents: Record<string, () => string> = {
  'docs/errors.md': () => errorsDoc(),
  'docs/migrating.md': () => withEndpointTables(readFileSync(join(root, 'docs/migrating.md'), 'utf8')),
  'docs/openapi.json': () => `${JSON.stringify(buildOpenApi(), null, 2)}\n`,
  'packages/sdk/src/shapes.generated.ts': () => sdkShapes(),
  'packages/sdk/src/operations.generated.ts': () => sdkOperations(),
  'docs/configuration.md': () => configurationDoc(),
  'docs/roles.md': () => rolesDoc(),
  'docs/handoff.md': () => withGeneratedPart(readFileSync(join(root, 'docs/handoff.md'), 'utf8')),
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const checking = process.argv.includes('--check')
const stale: string[] = []
if (!checking) mkdirSync(join(root, 'docs'), { recursive: true })

for (const [name, build] of Object.entries(documents)) {
  const path = join(root, name)
  const text = build()
  if (readIfExists(path) === text) continue
  stale.push(name)
  if (!checking) writeFileSync(path, text)
}

if (checking && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run: npm run generate`)
  process.exitCode = 1
} else if (stale.length > 0) {
  console.log(`Wrote ${stale.join(', ')}`)
} else {
  console.log('Generated files are up to date')
}
