/** Rejected rows come back under a name of their own, by which the document they belong to is found. */
const REJECTED = '-rejected'

export const withoutEnding = (name: string) => name.replace(/\.[a-z]{2,5}$/i, '')

export const rejectedName = (fileName: string) => `${withoutEnding(fileName)}${REJECTED}.csv`

/** The name, without its ending, of the file whose rejected rows these are. Browsers number a second download. */
export function mendedOf(fileName: string): string | undefined {
  const name = withoutEnding(fileName).replace(/ ?\(\d{1,3}\)$/, '')
  return name.endsWith(REJECTED) ? name.slice(0, -REJECTED.length) : undefined
}

/** What files given to a document are to do there: mended rows join its pairs, any other takes their place. */
export function meantFor(docId: string | undefined, [file]: readonly File[]) {
  return file && mendedOf(file.name) !== undefined ? { into: docId } : { replace: docId }
}
