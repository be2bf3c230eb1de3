/** The mark and the name. */
export function Brand() {
  return (
    <div className="flex items-center gap-2 font-semibold tracking-tight">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2.2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-5"
        aria-hidden="true"
      >
        <circle cx="6" cy="16.5" r="4.2" />
        <circle cx="18" cy="16.5" r="4.2" />
        <path d="M6 16.5 10 8h6l2 8.5M9 11h7.5" />
      </svg>
      Tandem
    </div>
  )
}
