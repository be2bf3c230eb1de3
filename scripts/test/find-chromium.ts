// Finds a Chromium and its headless shell for browser tests. As root on Debian, it installs them if there is no Chromium.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const SHELL = 'chromium-headless-shell'

/** The path of the program. The error of a failure is one line that says what to install. */
export function findChromium(): string {
  const found = firstFound()
  if (found) return found
  const why = canInstall() ? install() : ''
  const installed = firstFound()
  if (installed) return installed
  throw new Error(
    `found no Chromium on this machine${why}; tests in a browser need one: install it (Debian: apt-get install chromium), or set TANDEM_TEST_CHROMIUM to its path`,
  )
}

/** The headless shell, which needs half the processor time; undefined if it is not installed or another browser is set. */
export function findShell(): string | undefined {
  return process.env.TANDEM_TEST_CHROMIUM ? undefined : inPath([SHELL])
}

const firstFound = () => process.env.TANDEM_TEST_CHROMIUM || inPath(names)

function inPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Returns why the installation failed, or '' if it succeeded. Older distributions have no package of the headless shell. */
function install(): string {
  process.stdout.write('chromium: none found, installing the Debian package (a minute or so)\n')
  const add = (...names: string[]) => apt('install', '-y', '-qq', '--no-install-recommends', ...names)
  return apt('update', '-qq') || (add('chromium', SHELL) && add('chromium'))
}

function apt(...args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync('apt-get', args, { encoding: 'utf8', env })
  if (status === 0) return ''
  return `, and apt-get ${args[0]} failed (${(stderr ?? String(error)).trim().split('\n').at(-1)})`
}
