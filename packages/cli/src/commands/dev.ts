/** `tandem dev`: for trying Tandem out. Loopback only, a demo agent with sample knowledge, and a card that says what to try. */
import type { Command } from '../command.ts'
import { START_NUMBER, supervise } from '../supervise.ts'

export const dev: Command = {
  name: 'dev',
  usage: '',
  says: 'Runs the service for trying it out: loopback only, with a demo agent.',
  async run(invocation) {
    const start = invocation.environment[START_NUMBER]
    if (start === undefined) return supervise(invocation.environment, invocation.output.problem)
    // Loaded only here, because the supervising process does not need the service.
    const { runDevService } = await import('../dev-service.ts')
    return runDevService(invocation, start === '1')
  },
}
