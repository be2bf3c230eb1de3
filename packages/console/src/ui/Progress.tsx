/** How far long work has come, in numbers and as a bar. */
export function Progress({ done, of, label }: { done: number; of: number; label: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span
        role="progressbar"
        aria-label={label}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={of}
        className="h-1.5 w-14 shrink-0 overflow-hidden rounded-full bg-sunken"
      >
        <span
          className="block h-full rounded-full bg-ink"
          style={{ width: `${of > 0 ? Math.round((100 * done) / of) : 0}%` }}
        />
      </span>
      <span className="num truncate text-xs text-ink-2">{label}</span>
    </span>
  )
}
