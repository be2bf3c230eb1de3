#!/usr/bin/env node
// Starts the command on the Node that came with `npm install`, when the one running this file is too old for it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
// As a whole: an older Node has no `enableCompileCache` to import by name.
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

const [major] = process.versions.node.split('.').map(Number)
if (major >= 24) {
  // Compiled code and stripped types are kept between starts, which halves the time to the first answer.
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/tandem', import.meta.url))
  nodeModule.enableCompileCache?.(cache)
  // Threads take it from here; without it each of them would load a stripper of types for itself.
  process.env.NODE_COMPILE_CACHE ??= cache
  // Whoever read the output has seen enough, as in `tandem agent list | head`.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })
  const { main } = await import('../src/tandem.ts')
  process.exitCode = await main(process.argv.slice(2), process.env)
  // The work is done and its output written: whatever is left over must not keep the process.
  setTimeout(() => process.exit(), 5000).unref()
} else {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = [`node-linux-${process.arch}/bin/node`, `node-win-${process.arch}/bin/${name}`]
    .map((path) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url)))
    .find((path) => existsSync(path))
  if (!own) {
    console.error(
      `Node: found ${process.version}, needed 24 or newer. Install Node 24, or run npm install on a platform that brings it.`,
    )
    process.exit(1)
  }
  const child = spawn(own, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' })
  // A signal is meant for the service, which drains; this process ends with it. After Ctrl-C the service hears it twice, which
  // it takes for once. Windows has no signals to pass on: there Ctrl-C reaches the service by itself, and kill() would cut it off.
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.on(signal, () => process.platform !== 'win32' && child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
