/** Fields of settings as a plain list: what each sets, how it is filled in, and its words. */
import type { ReactNode } from 'react'
import { Check, NumberField, SelectField, TextArea, TextField } from '../ui/Field.tsx'
import { useTyped } from '../ui/useTyped.ts'

interface Common<V> {
  readonly name: keyof V & string
  readonly label: string
  readonly hint?: string
}

export type SettingField<V> = Common<V> &
  (
    | { readonly kind: 'check' | 'colour' }
    | { readonly kind: 'text' | 'area' | 'code'; readonly most: number }
    | { readonly kind: 'lines' }
    | { readonly kind: 'number'; readonly from: number; readonly until: number }
    | { readonly kind: 'choice'; readonly choices: readonly (readonly [value: string, label: string])[] }
  )

export function Fields<V extends object>({
  fields,
  value,
  change,
}: {
  fields: readonly SettingField<V>[]
  value: V
  change: (part: Partial<V>) => void
}) {
  return fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      value={value[field.name]}
      set={(given) => change({ [field.name]: given } as Partial<V>)}
    />
  ))
}

function OneField<V>({
  field,
  value,
  set,
}: {
  field: SettingField<V>
  value: unknown
  set: (value: unknown) => void
}): ReactNode {
  const { label, hint } = field
  const words = { label, ...(hint && { hint }) }
  const text = typeof value === 'string' ? value : ''
  switch (field.kind) {
    case 'check':
      return <Check {...words} checked={value === true} onChange={({ target }) => set(target.checked)} />
    case 'colour':
      return <TextField {...words} type="color" value={text} onChange={({ target }) => set(target.value)} />
    case 'text':
      return (
        <TextField
          {...words}
          maxLength={field.most}
          value={text}
          onChange={({ target }) => set(target.value)}
        />
      )
    case 'area':
    case 'code':
      return (
        <TextArea
          {...words}
          maxLength={field.most}
          className={field.kind === 'code' ? 'font-mono text-xs' : ''}
          spellCheck={field.kind === 'area'}
          value={text}
          onChange={({ target }) => set(target.value)}
        />
      )
    case 'lines':
      return <Lines {...words} value={(value as readonly string[] | undefined) ?? []} set={set} />
    case 'number':
      return (
        <NumberField
          {...words}
          min={field.from}
          max={field.until}
          value={value as number | undefined}
          onNumber={set}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...words}
          choices={field.choices.map(([value, label]) => ({ value, label }))}
          value={text}
          onChange={({ target }) => set(target.value)}
        />
      )
  }
}

/** A list, one entry a line; blank lines are of no account. */
export function Lines({
  value,
  set,
  ...words
}: {
  label: string
  hint?: string
  rows?: number
  value: readonly string[]
  set: (lines: readonly string[]) => void
}) {
  const typed = useTyped(value.join('\n'))
  return (
    <TextArea
      {...words}
      value={typed.text}
      onBlur={typed.leave}
      onChange={({ target }) => {
        typed.set(target.value)
        set(linesOf(target.value))
      }}
    />
  )
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
