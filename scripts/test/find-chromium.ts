// Finds a Chromium for tests in a browser; as root on Debian, installs one when there is none.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** The path of the program. Throws one line on what to install. */
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

function firstFound(): string | undefined {
  const given = process.env.TANDEM_TEST_CHROMIUM
  if (given) return given
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Answers why it did not work, to be told along; nothing when it did. */
function install(): string {
  process.stdout.write('chromium: none found, installing the Debian package (a minute or so)\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const done = spawnSync('apt-get', args, { encoding: 'utf8', env })
    if (done.status !== 0)
      return `, and apt-get ${args[0]} failed (${(done.stderr ?? String(done.error)).trim().split('\n').at(-1)})`
  }
  return ''
}
