/** The files beside a draft, each with a way to take it out again, and the button that adds some. */
import { Paperclip, X } from 'lucide-react'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { setFiles, useFiles } from './attachments.ts'

export function FileChips({ handoffId }: { handoffId: string }) {
  const t = useText(deskTexts)
  const files = useFiles(handoffId)
  if (files.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {files.map((file) => (
        <li
          key={`${file.name} ${file.size} ${file.lastModified}`}
          className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-sunken py-0.5 pr-1 pl-2.5 text-xs"
        >
          <Paperclip size={12} aria-hidden className="shrink-0" />
          <bdi className="truncate">{file.name}</bdi>
          <button
            type="button"
            aria-label={t('removeFile', { name: file.name })}
            onClick={() =>
              setFiles(
                handoffId,
                files.filter((each) => each !== file),
              )
            }
            className="grid size-6 place-items-center rounded-full hover:bg-line"
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

export function FileButton({ attach }: { attach: (files: FileList | null) => void }) {
  const t = useText(deskTexts)
  return (
    <label className="inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-md px-1 focus-within:outline-2 focus-within:outline-focus hover:bg-sunken hover:text-ink">
      <Paperclip size={14} aria-hidden />
      <span className="max-md:unseen">{t('attach')}</span>
      <input
        type="file"
        multiple
        className="unseen"
        onChange={(event) => {
          attach(event.target.files)
          event.target.value = ''
        }}
      />
    </label>
  )
}
