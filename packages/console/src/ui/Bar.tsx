/** A share of a whole as a bar; its number stands beside it. */
export function Bar({ share }: { share: number }) {
  return (
    <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-line">
      <span
        className="block h-full rounded-full bg-ai"
        style={{ width: `${Math.round(Math.max(0, Math.min(1, share)) * 100)}%` }}
      />
    </span>
  )
}
