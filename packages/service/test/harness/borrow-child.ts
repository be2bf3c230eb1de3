/**
 * Processes that read files, kept for the next service of the test process: one takes longer to start than a service. A process
 * that is ended at work, or has grown large, ends; an idle one is given back.
 */
import { type SandboxChild, startChild } from '../../src/platform/sandbox-child.ts'

const MOST_KEPT_MB = 120

const idle: SandboxChild[] = []

export const borrowChild: typeof startChild = (options) => {
  const child = takeIdle() ?? startChild(options)
  const back = Promise.withResolvers<void>()
  let isAtWork = false
  let isBack = false
  return {
    async run(job) {
      isAtWork = true
      try {
        return await child.run(job)
      } finally {
        isAtWork = false
      }
    },
    end(error) {
      if (isBack) return
      if (isAtWork || (child.residentMb() ?? 0) > MOST_KEPT_MB) child.end(error)
      else if (!child.isEnded()) {
        isBack = true
        idle.push(child)
        back.resolve()
      }
    },
    isEnded: () => isBack || child.isEnded(),
    residentMb: child.residentMb,
    exited: Promise.race([child.exited, back.promise]),
  }
}

function takeIdle(): SandboxChild | undefined {
  for (let child = idle.pop(); child; child = idle.pop()) if (!child.isEnded()) return child
  return undefined
}
