// Finds the server binaries of PostgreSQL on this machine. As root on Debian, it installs them if there are none.

import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const OLDEST_VERSION = 14
const BINARIES = ['initdb', 'pg_ctl', 'postgres']

/** The folder with initdb, pg_ctl and postgres of one version. The error of a failure is one line that says what to install. */
export function findPostgres(): string {
  const seen: string[] = []
  const found = firstUsable(candidateFolders(), seen)
  if (found) return found
  if (canInstall()) {
    installDebianPackage()
    const installed = firstUsable(candidateFolders(), seen)
    if (installed) return installed
  }
  const what =
    seen.length > 0 ? `found only ${seen.join(', ')}` : 'found no PostgreSQL server on this machine'
  throw new Error(
    `${what}; the tests need PostgreSQL ${OLDEST_VERSION} or newer: install it (Debian: apt-get install postgresql, macOS: brew install postgresql@17), or set PG_BIN to its bin folder, or TANDEM_TEST_POSTGRES_URL to a running server`,
  )
}

function firstUsable(folders: string[], seen: string[]): string | undefined {
  for (const folder of folders) {
    if (!BINARIES.every((name) => existsSync(join(folder, name)))) continue
    const text = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? ''
    const major = Number(/(\d+)/.exec(text)?.[1] ?? 0)
    if (major >= OLDEST_VERSION) return folder
    seen.push(`PostgreSQL ${major} in ${folder}`)
  }
  return undefined
}

function candidateFolders(): string[] {
  const folders = process.env.PG_BIN ? [process.env.PG_BIN] : []
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    // The command in PATH may be a link; the folder that it points to has the other binaries too.
    const command = join(folder, 'pg_ctl')
    if (folder !== '' && existsSync(command)) folders.push(dirname(realpathSync(command)))
  }
  folders.push(...versionedFolders('/usr/lib/postgresql', /^(\d+)$/))
  folders.push(...versionedFolders('/opt/homebrew/opt', /^postgresql@(\d+)$/))
  folders.push(...versionedFolders('/usr/local/opt', /^postgresql@(\d+)$/))
  return folders
}

/** The bin folders below a parent folder, newest version first. */
function versionedFolders(parent: string, pattern: RegExp): string[] {
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .flatMap((name) => {
      const version = pattern.exec(name)?.[1]
      return version ? [{ version: Number(version), folder: join(parent, name, 'bin') }] : []
    })
    .sort((a, b) => b.version - a.version)
    .map(({ folder }) => folder)
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function installDebianPackage(): void {
  process.stdout.write('postgres: none found, installing the Debian package (a minute or so)\n')
  apt('update', '-qq')
  // postgresql-common comes first, because its configuration keeps the package postgresql from creating and starting a cluster.
  apt('install', '-y', '-qq', '--no-install-recommends', 'postgresql-common')
  appendFileSync('/etc/postgresql-common/createcluster.conf', '\ncreate_main_cluster = false\n')
  apt('install', '-y', '-qq', '--no-install-recommends', 'postgresql')
}

function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const done = spawnSync('apt-get', args, { encoding: 'utf8', env })
  if (done.status === 0) return
  throw new Error(
    `found no PostgreSQL, and apt-get ${args[0]} failed (${(done.stderr ?? String(done.error)).trim().split('\n').at(-1)}); the tests need PostgreSQL ${OLDEST_VERSION} or newer: install the package postgresql by hand`,
  )
}
