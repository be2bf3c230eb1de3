/** Fetches the tarball of an npm package with the npm of this machine, and so from the registry in npm's configuration. */
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const TIMEOUT_MS = 600_000
const MAX_COMPLAINT_CHARS = 2000

/** Returns the path of the tarball in `folder`. Runs no script of the package. */
export async function fetchPackage(name: string, folder: string): Promise<string> {
  const before = new Set(await readdir(folder))
  await runNpm(['pack', name, '--pack-destination', folder, '--ignore-scripts', '--loglevel=error'])
  const made = (await readdir(folder)).find((file) => file.endsWith('.tgz') && !before.has(file))
  if (!made) throw new Error(`npm pack ${name} wrote no tarball.`)
  return join(folder, made)
}

function runNpm(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32'
    const child = spawn(isWindows ? 'npm.cmd' : 'npm', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Windows can start a .cmd file only in a shell. All arguments are our own.
      shell: isWindows,
      timeout: TIMEOUT_MS,
    })
    let complaint = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(-MAX_COMPLAINT_CHARS)
    })
    child.on('error', (error) =>
      reject(new Error(`npm cannot be started (${error.message}). Install npm, or use --from.`)),
    )
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`npm ${args.slice(0, 2).join(' ')} failed (code ${code}). ${complaint.trim()}`))
    })
  })
}
