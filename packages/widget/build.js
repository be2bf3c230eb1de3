// Builds dist/ from src/: the chat page with hashed names, and the loader widget.js with its integrity hash; each also compressed.
//   node build.js
// Plain JavaScript: `npm install` runs it, on whatever Node npm runs on.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')
const loader = join(here, 'src/loader/widget.ts')
// Styles use light-dark(), which these know.
const target = ['chrome123', 'firefox120', 'safari17.5']

const build = await findBuild()
if (!build)
  console.warn('widget: not built, because its build tools are not installed; npm install brings them')
else if (existsSync(join(here, 'src'))) {
  await buildPage()
  await buildLoader()
  compress()
}

/** Undefined where an install left it out: it comes with a program for each platform, as an optional package. */
async function findBuild() {
  try {
    return (await import('vite')).build
  } catch (error) {
    console.warn(`widget: ${String(error).split('\n')[0]}`)
    return undefined
  }
}

async function buildPage() {
  rmSync(dist, { recursive: true, force: true })
  await build({
    configFile: false,
    root: here,
    base: '/chat/',
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: true,
      target,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { chat: join(here, 'chat.html'), missing: join(here, 'missing.html') } },
    },
  })
}

/** A script as it is, not a module: pages load it with one tag. It is named by its contents, so that a name means one loader for good. */
async function buildLoader() {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    build: {
      outDir: dist,
      emptyOutDir: false,
      target,
      lib: { entry: loader, formats: ['iife'], name: 'TandemLoader', fileName: () => 'widget.js' },
    },
  })
  const bytes = readFileSync(join(dist, 'widget.js'))
  const name = `widget-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.js`
  renameSync(join(dist, 'widget.js'), join(dist, 'assets', name))
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  copyFileSync(join(here, 'widget.d.ts'), join(dist, 'widget.d.ts'))
  writeFileSync(join(dist, 'widget.json'), JSON.stringify({ name, integrity }))
}

/** Writes name.br and name.gz beside each file that is text. */
function compress() {
  const assets = join(dist, 'assets')
  for (const name of readdirSync(assets)) {
    if (!['.js', '.css'].includes(extname(name))) continue
    const bytes = readFileSync(join(assets, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}
