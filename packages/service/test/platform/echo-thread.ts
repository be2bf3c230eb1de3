// A thread that replies with what it was asked.
import { serveThread } from '../../src/platform/thread.ts'

serveThread<string, string>((ask) => ask)
