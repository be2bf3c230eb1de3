/** The metrics of files that become knowledge: their outcomes, those of their rows, and their time. */
import type { ImportLedger } from '@tandem/contract/admin-imports'
import type { Registry } from 'prom-client'
import { metersOf } from '../platform/meters.ts'

export type ConversionOutcome = 'published' | 'draft' | 'failed' | 'superseded'

export type KnowledgeMetrics = ReturnType<typeof createKnowledgeMetrics>

const SECONDS = [0.05, 0.25, 1, 5, 20, 60, 300, 1800]

export function createKnowledgeMetrics(registry: Registry) {
  const meters = metersOf(registry)
  const counter = (name: string, help: string) => meters.counter(name, help, 'outcome')
  const histogram = (name: string, help: string) => meters.histogram(name, help, SECONDS)
  const imports = counter('tandem_imports_total', 'Files of pairs that were read, by outcome.')
  const rows = counter('tandem_import_rows_total', 'Rows of the files that were stored, by outcome.')
  const importTime = histogram('tandem_import_seconds', 'Time from a file of pairs to its document.')
  const conversions = counter('tandem_conversions_total', 'Conversions that ended, by outcome.')
  const conversionTime = histogram(
    'tandem_conversion_seconds',
    'Time from a file to the end of its conversion.',
  )
  const chunks = counter('tandem_conversion_chunks_total', 'Chunks a model was asked about, by outcome.')
  return {
    /** A file of pairs was stored, or (without a ledger) failed. */
    imported(ledger: ImportLedger | undefined, afterMs: number): void {
      imports.inc({ outcome: ledger ? 'stored' : 'failed' })
      importTime.observe(afterMs / 1000)
      if (!ledger) return
      for (const outcome of ['stored', 'duplicate', 'rejected'] as const)
        rows.inc({ outcome }, ledger[outcome])
    },
    converted(outcome: ConversionOutcome, afterMs: number): void {
      conversions.inc({ outcome })
      conversionTime.observe(afterMs / 1000)
    },
    /** Counts chunks that a model was asked about, with a usable reply or without. */
    asked: (outcome: 'done' | 'failed', count: number) => chunks.inc({ outcome }, count),
  }
}
