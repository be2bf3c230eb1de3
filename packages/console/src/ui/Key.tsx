/** A key of the keyboard, beside the act that it does; not where there is none. */
export const Key = ({ name }: { name: string }) => (
  <kbd className="rounded-sm border border-current px-1 text-[11px] font-normal opacity-70 pointer-coarse:hidden">
    {name}
  </kbd>
)
