/** The pseudo-locale: English that looks foreign and is a third longer. Text without its marks is text outside the catalogue. */

const plain = 'aceinosuyACEINOSUY'
const marked = 'àçéîñôšûýÀÇÉÎÑÔŠÛÝ'

/** Names in braces stay as they are. */
export function pseudo(text: string): string {
  const words = text
    .split(/(\{\w+\})/)
    .map((part, n) => (n % 2 === 1 ? part : part.replace(/[a-zA-Z]/g, accented)))
    .join('')
  return `⟦${words}${'~'.repeat(Math.ceil(text.length / 3))}⟧`
}

function accented(letter: string): string {
  const at = plain.indexOf(letter)
  return at < 0 ? letter : (marked[at] as string)
}
