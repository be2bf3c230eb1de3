/**
 * A thread of a sandbox's child that ends the process when the service has ended, however that came about. Only the service holds
 * the other end of standard input, and a parser in an endless loop would not notice. There is nothing to tidy up.
 */
import { readSync } from 'node:fs'

readSync(0, Buffer.alloc(1))
process.kill(process.pid, 'SIGKILL')
