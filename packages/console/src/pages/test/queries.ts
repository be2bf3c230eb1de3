/** What the screens of trying out read. */
import { queryOptions } from '@tanstack/react-query'
import { admin, queryClient } from '../../api.ts'

/** Asked once: a model may be asked, which costs. “Ask again” reads it anew. */
export const dryRunQuery = (agentId: string, text: string) =>
  queryOptions({
    queryKey: ['dry-run', agentId, text],
    queryFn: ({ signal }) => admin.agents.dryRun({ agentId }, { text }, { signal, maxRetries: 0 }),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

export const setsQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['question-sets', agentId],
    queryFn: ({ signal }) => admin.questionSets.list({ agentId }, { signal }),
  })

export const setQuery = (agentId: string, setId: string) =>
  queryOptions({
    queryKey: ['question-sets', agentId, setId],
    queryFn: ({ signal }) => admin.questionSets.get({ agentId, setId }, { signal }),
  })

export const runsQuery = (agentId: string, setId: string) =>
  queryOptions({
    queryKey: ['question-sets', agentId, setId, 'runs'],
    queryFn: ({ signal }) => admin.questionSets.runs({ agentId, setId }, { signal }),
  })

export const runQuery = (agentId: string, setId: string, runId: string) =>
  queryOptions({
    queryKey: ['question-set-run', agentId, setId, runId],
    queryFn: ({ signal }) => admin.questionSets.getRun({ agentId, setId, runId }, { signal }),
    enabled: runId !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

export const setsChanged = (agentId: string) =>
  queryClient.invalidateQueries({ queryKey: ['question-sets', agentId] })
