/** Converts the files of some formats, or all, in a process of its own; prints what was measured of each, and the peak of memory. */

import { measureFile } from '../../packages/documents/test/measure/measure-file.ts'
import { documentSets } from '../document-sets.ts'

const { set, formats } = JSON.parse(process.argv[2] as string) as { set: string; formats?: string[] }
const files = documentSets()
  .find(({ name }) => name === set)!
  .files.filter((file) => !formats || formats.includes(file.format))
const measured = []
for (const file of files) measured.push(await measureFile(file))
console.log(JSON.stringify({ measured, peakBytes: process.resourceUsage().maxRSS * 1024 }))
