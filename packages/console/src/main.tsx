/** Entrance of the console. */
import { Shell } from './shell/Shell.tsx'
import { start } from './shell/start.tsx'

start('/console', Shell)
