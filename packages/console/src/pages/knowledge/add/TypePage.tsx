/** Pairs that somebody types in: they become a document of their own. What is typed is kept until it is stored. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { useAgentId } from '../../../agent.ts'
import { admin } from '../../../api.ts'
import { useFilters } from '../../../filters.ts'
import { useKeptDraft } from '../../../kept-draft.ts'
import { useLeadOn } from '../../../lead-on.ts'
import { paths } from '../../../paths.ts'
import { addTexts } from '../../../texts/knowledge-add.ts'
import { useText } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/Field.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ErrorNotice } from '../../../ui/Panels.tsx'
import { tell } from '../../../ui/Toast.tsx'
import { useParent } from '../parent.ts'
import { knowledge, readAgain } from '../queries.ts'

interface Typed {
  readonly name: string
  readonly pairs: readonly { readonly question: string; readonly answer: string }[]
}

const blank = { question: '', answer: '' }
const nothing: Typed = { name: '', pairs: [blank] }
const isTyped = ({ question, answer }: Typed['pairs'][number]) =>
  question.trim() !== '' || answer.trim() !== ''

export function TypePage() {
  const t = useText(addTexts)
  const ui = useText(uiTexts)
  const agentId = useAgentId()
  const [, navigate] = useLocation()
  const leadOn = useLeadOn()
  const [{ base }, setFilters] = useFilters(['base'])
  const { data: bases = [] } = useQuery(knowledge.bases(agentId))
  const [typed, setTyped, forget] = useKeptDraft<Typed>(`new-document.${agentId}`, nothing)
  const pairs = typed.pairs.filter(isTyped)
  const change = (at: number, to: Partial<Typed['pairs'][number]>) =>
    setTyped({ ...typed, pairs: typed.pairs.map((pair, n) => (n === at ? { ...pair, ...to } : pair)) })
  const store = useMutation({
    mutationFn: () =>
      admin.asAgent(agentId).knowledge.addPairs({
        purpose: 'QA_TEXT',
        name: typed.name.trim(),
        qaList: [...pairs],
        ...(base && { knowledge_base_id: base }),
      }),
    onSuccess({ doc: [made] }) {
      forget()
      void readAgain()
      tell(t('stored', { name: typed.name.trim() }))
      leadOn(made ? paths.document(agentId, made.doc_id) : paths.knowledge(agentId))
    },
  })
  const isReady =
    typed.name.trim() !== '' &&
    pairs.length > 0 &&
    pairs.every(({ question, answer }) => question.trim() !== '' && answer.trim() !== '')
  return (
    <Page parent={useParent()} title={t('typeTitle')} about={t('typeAbout')}>
      <form
        className="flex max-w-3xl flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          store.mutate()
        }}
      >
        {store.error && <ErrorNotice error={store.error} />}
        <div className="flex flex-wrap gap-3 [&>*]:grow [&>*]:basis-60">
          <TextField
            label={t('documentName')}
            hint={t('documentNameHint')}
            required
            maxLength={200}
            value={typed.name}
            onChange={({ target }) => setTyped({ ...typed, name: target.value })}
          />
          {bases.length > 1 && (
            <SelectField
              label={t('base')}
              value={base ?? bases[0]?.id ?? ''}
              onChange={({ target }) => setFilters({ base: target.value })}
              choices={bases.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </div>
        {typed.pairs.map((pair, n) => (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no name but its place
            key={n}
            className="card relative flex flex-col gap-2.5 p-3.5"
          >
            <legend className="unseen">{t('pairN', { n: n + 1 })}</legend>
            <TextField
              label={t('question')}
              dir="auto"
              value={pair.question}
              onChange={({ target }) => change(n, { question: target.value })}
            />
            <TextArea
              label={t('answer')}
              dir="auto"
              rows={3}
              value={pair.answer}
              onChange={({ target }) => change(n, { answer: target.value })}
            />
            {typed.pairs.length > 1 && (
              <IconButton
                icon={Trash2}
                label={t('removePair', { n: n + 1 })}
                className="absolute top-1.5 right-1.5"
                onClick={() => setTyped({ ...typed, pairs: typed.pairs.filter((_, each) => each !== n) })}
              />
            )}
          </fieldset>
        ))}
        <div className="flex flex-wrap gap-2">
          <Button icon={Plus} onClick={() => setTyped({ ...typed, pairs: [...typed.pairs, blank] })}>
            {t('anotherPair')}
          </Button>
          <span className="grow" />
          <Button
            onClick={() => {
              forget()
              navigate(paths.knowledge(agentId))
            }}
          >
            {ui('cancel')}
          </Button>
          <Button look="ink" type="submit" isBusy={store.isPending} disabled={!isReady}>
            {t('add', { n: pairs.length })}
          </Button>
        </div>
      </form>
    </Page>
  )
}
