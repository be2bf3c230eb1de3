/** Looks at a screen as it is: whole, accessible and within its policy, in light and dark, wide and narrow. */
import assert from 'node:assert/strict'
import type { Booth } from '../shots/all-shots.ts'
import type { Shot } from '../shots/shot.ts'
import { assertAccessible, assertFits } from './open-console.ts'

const WIDE = { width: 1360, height: 820 }
/** What the window is like: the same page is looked at in each way, as when somebody turns a phone or the sun sets. */
const ways = [
  ['light', WIDE, 'light'],
  ['dark', WIDE, 'dark'],
  ['narrow', { width: 390, height: 844 }, 'light'],
] as const

async function look(booth: Booth, shot: Shot): Promise<void> {
  const { page, problems } = await booth.show(shot)
  try {
    for (const [way, size, colorScheme] of ways) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await assertFits(page, way)
      // Of the dark one only the colours are different.
      await assertAccessible(page, way, way === 'dark' ? ['color-contrast'] : undefined)
    }
  } finally {
    await page.setViewportSize(WIDE)
  }
  assert.deepEqual(problems.splice(0), [])
}

/** What is wrong with the screens, a line each. */
export async function faultsOf(booth: Booth, shots: readonly Shot[]): Promise<string[]> {
  const faults: string[] = []
  for (const shot of shots) {
    try {
      await look(booth, shot)
    } catch (error) {
      faults.push(`${shot.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return faults
}
