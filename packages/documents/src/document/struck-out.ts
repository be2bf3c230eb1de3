/** What an author struck out is not what the document says. */
export const STRUCK_OUT = 'Left out because it is struck through'
