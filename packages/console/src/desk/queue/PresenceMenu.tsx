/** Here, away, or the end of the shift, with what each means for one's users. */
import type { DeskPresence } from '@tandem/sdk/source'
import { LogOut } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Confirm } from '../../ui/Dialog.tsx'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import type { PresenceState, Shift } from '../shift/use-shift.ts'

export function PresenceMenu({
  trigger,
  shift,
  presence,
}: {
  trigger: ReactElement
  shift: Shift
  presence: DeskPresence
}) {
  const t = useText(deskTexts)
  const [isEnding, setEnding] = useState(false)
  const { open } = presence.me
  const end = () => {
    setEnding(false)
    shift.change('off')
  }
  return (
    <>
      <Menu isOpenAtFirst trigger={trigger}>
        <MenuChoices
          label={t('youAre')}
          value={shift.state}
          choose={(state) => shift.change(state as PresenceState)}
          choices={(['here', 'away'] as const).map((value) => ({
            value,
            label: t(`presence_${value}_long`),
          }))}
        />
        <MenuLine />
        <MenuItem icon={LogOut} onClick={() => (open > 0 ? setEnding(true) : end())}>
          {t('endShift')}
        </MenuItem>
      </Menu>
      <Confirm
        isOpen={isEnding}
        close={() => setEnding(false)}
        title={t('endShift')}
        action={t('endShift')}
        act={end}
        look="ink"
      >
        {t('endShiftWhy', { n: open })}
      </Confirm>
    </>
  )
}
