/** The first letters of a name in a square, to tell agents apart at a glance. */
export function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0])
    .join('')
  return (
    <span
      aria-hidden
      className="grid size-5.5 shrink-0 place-items-center rounded-md bg-ai-bg text-[11px] font-semibold text-ai"
    >
      {letters}
    </span>
  )
}
