/** What a process loads first, so that its system clock is wrong. */
export function wrongBy(ms: number) {
  const code = `const now = Date.now; Date.now = () => now() + ${ms}`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}
