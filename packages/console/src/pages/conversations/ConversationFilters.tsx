/** The filters of the list: words, who has the floor, what came of it, ratings, language, origin and time. */
import { conversationTexts } from '../../texts/conversations.ts'
import { languageName, useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { FilterRow, FilterSelect } from '../../ui/FilterSelect.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { filterNames, type TalkFilters } from './queries.ts'

/** Those that answers are worded in. */
const LANGUAGES = ['en', 'zh', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'tr', 'ar', 'ja', 'ko']

type Name = (typeof filterNames)[number]
type Change = { readonly [K in Name]?: string | undefined }

export function ConversationFilters({
  filters,
  setFilters,
}: {
  filters: TalkFilters
  setFilters: (change: Change) => void
}) {
  const t = useText(conversationTexts)
  const locale = useLocale()
  const select = <V extends Parameters<typeof t>[0]>(
    name: Name,
    label: string,
    all: string,
    values: readonly V[],
  ) => (
    <FilterSelect
      label={label}
      all={all}
      value={filters[name]}
      choose={(value) => setFilters({ [name]: value })}
      choices={values.map((value) => ({ value, label: (t as (key: string) => string)(value) }))}
    />
  )
  return (
    <>
      <SearchBox label={t('search')} value={filters.q ?? ''} onChange={(q) => setFilters({ q })} />
      <FilterRow>
        {select('owner', t('owner'), t('ownerAll'), ['ai', 'human'])}
        {select('outcome', t('outcome'), t('outcomeAll'), ['answered', 'offered', 'unanswered'])}
        {select('feedback', t('feedback'), t('feedbackAll'), ['POSITIVE', 'NEGATIVE'])}
        <FilterSelect
          label={t('language')}
          all={t('languageAll')}
          value={filters.language}
          choose={(language) => setFilters({ language })}
          choices={LANGUAGES.map((tag) => ({ value: tag, label: languageName(tag, locale) }))}
        />
        {select('type', t('type'), t('typeAll'), ['API', 'WEB', 'PLAYGROUND'])}
        {/* One beside the other, also where they need a line of their own. */}
        <span className="inline-flex shrink-0 gap-2">
          <Day label={t('from')} value={filters.from} choose={(from) => setFilters({ from })} />
          <Day label={t('until')} value={filters.until} choose={(until) => setFilters({ until })} />
        </span>
        {filters.user && (
          <Button size="s" onClick={() => setFilters({ user: undefined })}>
            <bdi className="max-w-40 truncate">{t('ofUser', { user: filters.user })}</bdi>
            <span aria-hidden>×</span>
          </Button>
        )}
        {Object.keys(filters).length > 0 && (
          <Button
            size="s"
            look="quiet"
            onClick={() => setFilters(Object.fromEntries(filterNames.map((name) => [name, undefined])))}
          >
            {t('clearFilters')}
          </Button>
        )}
      </FilterRow>
    </>
  )
}

function Day({
  label,
  value,
  choose,
}: {
  label: string
  value: string | undefined
  choose: (value: string | undefined) => void
}) {
  return (
    <label className="inline-flex shrink-0 items-center gap-1.5 text-xs text-ink-2">
      {label}
      <input
        type="date"
        value={value ?? ''}
        onChange={(event) => choose(event.target.value || undefined)}
        className={`min-h-7 rounded-full border px-2 text-[12.5px] ${value === undefined ? 'border-dashed border-edge text-ink-2' : 'border-ink text-ink'}`}
      />
    </label>
  )
}
