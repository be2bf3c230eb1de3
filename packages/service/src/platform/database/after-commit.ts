/**
 * Runs what a transaction left to be done after its commit. A failure changes nothing about the transaction, which is committed:
 * it is reported, and the others run.
 */
export type OnAfterFailed = (error: unknown) => void

export function runAfterCommit(calls: readonly (() => void)[], onFailed: OnAfterFailed): void {
  for (const call of calls) {
    try {
      call()
    } catch (error) {
      onFailed(error)
    }
  }
}
