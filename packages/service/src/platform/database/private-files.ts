/** Keeps the files of the embedded database for their owner alone, whatever the umask and the folder they are in allow. */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

const OWNER_ALONE = 0o600

/** To be called before the database is opened: SQLite gives its log the mode of the database. */
export function keepPrivate(path: string): void {
  // A file that is there already is not opened: closing it would let go of the locks this process may have on it.
  attempt(() => closeSync(openSync(path, 'wx', OWNER_ALONE)))
  for (const each of [path, `${path}-wal`, `${path}-shm`])
    attempt(() => {
      if ((statSync(each).mode & 0o077) !== 0) chmodSync(each, OWNER_ALONE)
    })
}

/** There already, not there, another's, or a disk that knows no modes or cannot be written: whether it will do, SQLite says. */
function attempt(step: () => void): void {
  try {
    step()
  } catch {}
}
