/** A module that takes its time to load, and then does what the sandbox tests tell it. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500)
await import('./sandbox-work.ts')
