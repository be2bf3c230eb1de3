/** Takes files that are dropped anywhere on what is inside, and says so while they hover above it. */
import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

export function DropArea({
  take,
  label,
  children,
}: {
  take: (files: File[]) => void
  /** What dropping here does. */
  label: string
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  // Leaving a child for another one inside is no leaving.
  const depth = useRef(0)
  const move = (step: number) => {
    depth.current += step
    setOver(depth.current > 0)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped with a pointer; a button does the same for the keyboard
    <div
      className="relative flex min-h-0 grow flex-col"
      onDragEnter={(event) => hasFiles(event) && move(1)}
      onDragLeave={(event) => hasFiles(event) && move(-1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        take([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-xl border-2 border-dashed border-ink bg-veil">
          <p className="flex items-center gap-2.5 rounded-lg bg-surface px-5 py-3 font-semibold shadow-float">
            <FileUp size={18} aria-hidden />
            {label}
          </p>
        </div>
      )}
    </div>
  )
}
