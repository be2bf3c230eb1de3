/** Decodes a part of an address that anybody may have written: one that is not encoded properly stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
