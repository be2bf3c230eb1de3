/** Entrance of the console. */
import { loadAhead } from './first-load.ts'
import { Shell } from './shell/Shell.tsx'
import { start } from './shell/start.tsx'

const BASE = '/console'

loadAhead(window.location.pathname.slice(BASE.length) || '/')
start(BASE, Shell)
