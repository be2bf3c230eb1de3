/** A file that cannot be read. The message is the reason its editor reads, so it says what to do. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
