/** The command without a process of its own: the same arguments, words and exit code. That they are the same, `refusals.test.ts` shows. */
import type { Environment } from '@tandem/service/platform/config'
import { main } from '../src/tandem.ts'

export async function callTandem(args: readonly string[], env: Environment) {
  const said = { stdout: '', stderr: '' }
  const code = await main(
    args,
    env,
    (text) => {
      said.stdout += text
    },
    (text) => {
      said.stderr += text
    },
  )
  return { code, ...said }
}
