// Builds dist/ from src/: files with hashed names, each also compressed, so that the service only has to hand them out.
//   node build.js [--watch]
// Plain JavaScript: `npm install` runs it, on whatever Node npm runs on.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')
const isWatching = process.argv.includes('--watch')

const tools = await findTools()
if (!tools)
  console.warn('console: not built, because its build tools are not installed; npm install brings them')
else if (existsSync(join(here, 'src'))) await buildWith(tools)

/** Undefined where an install left them out: they come with a program for each platform, as optional packages. */
async function findTools() {
  try {
    const [vite, react, tailwind] = await Promise.all([
      import('vite'),
      import('@vitejs/plugin-react'),
      import('@tailwindcss/vite'),
    ])
    return { build: vite.build, plugins: [react.default(), tailwind.default()] }
  } catch (error) {
    console.warn(`console: ${String(error).split('\n')[0]}`)
    return undefined
  }
}

async function buildWith({ build, plugins }) {
  rmSync(dist, { recursive: true, force: true })
  await build({
    configFile: false,
    root: here,
    base: '/console/',
    logLevel: 'warn',
    plugins: [...plugins, compressed()],
    // The sources of the SDK, so that nothing has to be built before this.
    resolve: { alias: { '@tandem/sdk/source': join(here, '../sdk/src/sdk.ts') } },
    build: {
      outDir: dist,
      emptyOutDir: true,
      // Styles use light-dark(), which these know.
      target: ['chrome123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Two entrances: what only one of them needs is no burden to the other.
      rolldownOptions: {
        input: [join(here, 'index.html'), join(here, 'desk.html')],
        output: { codeSplitting: { groups: [{ name: 'base', test: isForEveryScreen }] } },
      },
      watch: isWatching ? {} : null,
    },
  })
}

/**
 * What every screen needs, with all that it imports, is one file: each file more is a request more, which costs a slow machine
 * more time than the code in it.
 */
function isForEveryScreen(id) {
  return [
    /\/src\/shell\/(start|Boundary|Reconnecting)\.tsx$/,
    /\/src\/(keys\.ts|ui\/(LoadedOnClick|Page|Time)\.tsx)$/,
    /\/node_modules\/lucide-react\//,
  ].some((pattern) => pattern.test(id))
}

/** Writes name.br and name.gz beside each file that is text. */
function compressed() {
  return {
    name: 'compressed',
    closeBundle() {
      const assets = join(dist, 'assets')
      for (const name of existsSync(assets) ? readdirSync(assets) : []) {
        if (!['.js', '.css', '.svg'].includes(extname(name))) continue
        const bytes = readFileSync(join(assets, name))
        const params = { [constants.BROTLI_PARAM_QUALITY]: isWatching ? 4 : 10 }
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
