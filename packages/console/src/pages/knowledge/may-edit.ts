/** Who may change knowledge. Developers read it. */
import { useAccount } from '../../agent.ts'

export function useMayEdit(): boolean {
  const { role } = useAccount()
  return role === 'admin' || role === 'editor'
}
