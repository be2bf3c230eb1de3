/** Serves the chat page: its built files, its texts, and headers that forbid it to load anything from another origin. */
import { join } from 'node:path'
import { pageWordNames } from '@tandem/languages/language'
import { languages } from '@tandem/languages/languages'
import type { Settings } from '../../agents/settings.ts'
import { findLivingAgent } from '../../agents/store.ts'
import type { Database } from '../../platform/database/handle.ts'
import { Fault } from '../../platform/fault.ts'
import { builtAssets, builtPage, pagePolicy, readBuilt } from '../../platform/http/built-files.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { framePolicy, type WhoMayShow } from './origin.ts'

/** How long browsers cache the loader. */
const LOADER_S = 3600
const BUILT = join(import.meta.dirname, '../../../../widget/dist')

/** The texts of the page by language and name. */
export const pageWords = new Map(
  languages.map(({ code, page }) => {
    const own = page.split('|')
    return [code, Object.fromEntries(pageWordNames.map((name, at) => [name, own[at]]))]
  }),
)

/** The texts in the first wanted language that the page has, for example in `de` when `xx-CA,de-AT` is wanted. */
function wordsFor(wanted: string) {
  const codes = wanted
    .slice(0, 200)
    .split(',')
    .map((tag) => tag.split('-')[0]?.toLowerCase() ?? '')
  const language = codes.find((code) => pageWords.has(code)) ?? 'en'
  return { language, words: pageWords.get(language) }
}

export function pageHandlers(
  { database, settings }: { database: Database; settings: Settings },
  folder = BUILT,
) {
  const asset = builtAssets(folder)
  return {
    async page(call: Call): Promise<RouteResponse> {
      const agentId = pathParam(call, 'agentId')
      const { web } = await settings.of(agentId)
      const isHere = web.enabled && (await findLivingAgent(database, agentId)) !== undefined
      // People who follow a link get a page, not the fault that a program would get.
      const path = join(folder, isHere ? 'chat.html' : 'missing.html')
      return {
        status: isHere ? 200 : 404,
        ...(await builtPage(path, 'chat page', 'packages/widget')),
        headers: { ...quiet, ...embeddable, 'content-security-policy': policy(isHere ? web : nobody) },
      }
    },
    asset,
    /** The newest loader, under a name that stays the same. */
    async loader(call: Call): Promise<RouteResponse> {
      const { name } = await loaderBuilt(folder)
      const { headers, ...rest } = await asset(call, name)
      return {
        ...rest,
        headers: { ...headers, ...forAnyPage, 'cache-control': `public, max-age=${LOADER_S}` },
      }
    },
    /** The path at which the newest loader never changes, and its hash for `integrity`. */
    async loaderVersion(): Promise<RouteResponse> {
      const { name, integrity } = await loaderBuilt(folder)
      return { json: { path: `/widget/${name}`, integrity }, headers: { ...quiet, ...forAnyPage } }
    },
    async loaderTypes(): Promise<RouteResponse> {
      const types = await readBuilt(join(folder, 'widget.d.ts'))
      if (!types) throw unbuiltLoader()
      return { text: types.toString('utf8'), headers: quiet }
    },
    /** Pages of other sites load it too. */
    async version(call: Call): Promise<RouteResponse> {
      const { headers, ...rest } = await asset(call)
      return { ...rest, headers: { ...headers, ...forAnyPage } }
    },
    words: async ({ query }: Call): Promise<RouteResponse> => ({
      json: wordsFor(String(query.wanted ?? '')),
      headers: { 'cache-control': `public, max-age=${LOADER_S}` },
    }),
  }
}

const unbuiltLoader = () => new Fault('notFound', 'The widget is not built; npm install builds it.')

async function loaderBuilt(folder: string): Promise<{ name: string; integrity: string }> {
  const made = await readBuilt(join(folder, 'widget.json'))
  if (!made) throw unbuiltLoader()
  return JSON.parse(made.toString('utf8'))
}

/** Browsers check the hash of a script only if the page may read its bytes. */
const forAnyPage = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

const quiet = { 'cache-control': 'no-cache' }

/** Headers for pages that load only resources which allow it (COEP). */
const embeddable = {
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

const nobody = { allowed_origins: [], allow_null_origin: false }

/** The page connects to this service only, and only pages that may use the chat may show it in a frame. */
const policy = (who: WhoMayShow) => pagePolicy("form-action 'none'", ...framePolicy(who))
