/** A labelled place to type, choose or tick, with what is needed and what was wrong. */
import { type ComponentProps, type ReactNode, useId } from 'react'

interface Labels {
  readonly label: string
  /** What is needed, before anything is wrong. */
  readonly hint?: ReactNode
  /** What was found and what is needed. */
  readonly error?: string | undefined
}

const edge =
  'w-full rounded-md border border-edge bg-surface px-2.5 text-base text-ink aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-3'

/** Label, hint and error around any input; the input takes the given attributes. */
export function Field({
  label,
  hint,
  error,
  children,
}: Labels & {
  children: (attributes: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': boolean
  }) => ReactNode
}) {
  const id = useId()
  const told = error ?? hint
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-describedby': told ? `${id}-told` : undefined, 'aria-invalid': Boolean(error) })}
      {told && (
        <p id={`${id}-told`} className={`text-xs ${error ? 'text-bad' : 'text-ink-3'}`}>
          {told}
        </p>
      )}
    </div>
  )
}

export function TextField({ label, hint, error, className, ...rest }: Labels & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          autoComplete="off"
          {...rest}
          {...attributes}
          className={`${edge} min-h-8.5 ${className ?? ''}`}
        />
      )}
    </Field>
  )
}

/** While it is empty there is no number, and its form cannot be saved. */
export function NumberField({
  value,
  onNumber,
  ...rest
}: Labels &
  ComponentProps<'input'> & { value: number | undefined; onNumber: (value: number | undefined) => void }) {
  return (
    <TextField
      {...rest}
      type="number"
      required
      value={value ?? ''}
      onChange={({ target: { valueAsNumber } }) =>
        onNumber(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
      }
    />
  )
}

export function TextArea({ label, hint, error, className, ...rest }: Labels & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea rows={4} {...rest} {...attributes} className={`${edge} py-2 ${className ?? ''}`} />
      )}
    </Field>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
}

export function SelectField({
  label,
  hint,
  error,
  choices,
  ...rest
}: Labels & { choices: readonly Choice[] } & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <select {...rest} {...attributes} className={`${edge} min-h-8.5`}>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Something to tick, with its label beside it. */
export function Check({
  label,
  hint,
  ...rest
}: { label: ReactNode; hint?: ReactNode } & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <input
        type="checkbox"
        {...rest}
        id={id}
        aria-describedby={hint ? `${id}-told` : undefined}
        className="mt-0.5 size-4 shrink-0 accent-ink"
      />
      <div>
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint && (
          <p id={`${id}-told`} className="text-xs text-ink-3">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
