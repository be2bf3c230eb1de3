// Runs the test files given as arguments in one process, one after another.

import { pathToFileURL } from 'node:url'

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href)
