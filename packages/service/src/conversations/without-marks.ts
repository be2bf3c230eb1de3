/**
 * Cuts the marks of sources out of an answer. They mean something beside the list they were given with; to a person at a desk,
 * and to a model that gets other sources under the same numbers, they would mean something else.
 */
export function withoutMarks(text: string): string {
  return text.includes('$[') ? text.replace(/(?<![ \t])[ \t]*\$\[\d{1,4}\]\$/g, '') : text
}
