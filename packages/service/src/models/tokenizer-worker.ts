/** The tokenizer's thread: loading the tables and counting would hold up the event loop of the service. */
import { serveThread } from '../platform/thread.ts'
import { tokensIn } from './token-count.ts'

serveThread((texts: readonly string[]) => texts.map(tokensIn))
