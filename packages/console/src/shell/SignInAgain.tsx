/** Asks to sign in above the page, which stays as it is: nothing typed is lost. */
import type { Account } from '@tandem/sdk/source'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SignInForm } from './SignIn.tsx'

export function SignInAgain({ email, enter }: { email: string; enter: (account: Account) => void }) {
  const t = useText(shellTexts)
  return (
    <Dialog isOpen canClose={false} close={() => {}} title={t('signInAgain')}>
      <p className="text-sm text-ink-2">{t('signInAgainWhy')}</p>
      <SignInForm email={email} enter={enter} />
    </Dialog>
  )
}
