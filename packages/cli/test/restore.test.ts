/** Backing up and restoring by the commands that docs/operations.md gives. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runTandem, serveTandem } from '../../service/test/harness/process.ts'

const ROOT = join(import.meta.dirname, '../../..')

function documentedCommands() {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const [section = ''] = /^## Backups\n.*?(?=^## )/ms.exec(text) ?? []
  const [backUp, restore] = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1])
  assert.ok(backUp && restore, 'the section has a block that backs up and one that restores')
  return { backUp, restore }
}

test('a backup made before the key was changed is restored as written, with its agents and its key', async () => {
  const { backUp, restore } = documentedCommands()
  const folder = mkdtempSync(join(tmpdir(), 'tandem-restore-'))
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const env = { TANDEM_DATA: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0' }
    const shell = (script: string) => execFileSync('sh', ['-euc', script], { cwd: folder })
    const agents = async () => (await runTandem(['agent', 'list'], env)).stdout.trim().split('\n').length
    {
      await using tandem = await serveTandem(env)
      assert.equal((await runTandem(['agent', 'create', 'Before'], env)).code, 0)
      // The second backup takes the place of the first.
      shell(backUp)
      shell(backUp)
      assert.equal((await runTandem(['agent', 'create', 'After'], env)).code, 0)
      assert.equal((await runTandem(['secrets', 'rotate'], env)).code, 0)
      assert.equal(await agents(), 2)
      await tandem.kill('SIGTERM')
    }
    shell(restore)
    await using restored = await serveTandem(env)
    assert.equal(await agents(), 1)
    assert.equal((await restored.kill('SIGTERM')).code, 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
