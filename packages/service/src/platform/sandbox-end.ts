/**
 * A thread of a sandbox's child that ends the process when the service has ended for any reason: only the service holds the other
 * end of standard input. The main thread may be in an endless loop of a parser. Nothing needs to be cleaned up.
 */
import { readSync } from 'node:fs'

readSync(0, Buffer.alloc(1))
process.kill(process.pid, 'SIGKILL')
