// Runs the test files named by its arguments one after another in this process.

import { pathToFileURL } from 'node:url'

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href)
