/** The screens of knowledge. A file that is dropped anywhere on them is looked at before anything is stored. */
import { Route, Switch, useLocation } from 'wouter'
import { useAgentId } from '../../agent.ts'
import { paths } from '../../paths.ts'
import { knowledgeTexts } from '../../texts/knowledge.ts'
import { useText } from '../../texts/text.ts'
import { DropArea } from '../../ui/DropArea.tsx'
import { AddPage } from './add/AddPage.tsx'
import { meantFor } from './add/mended-file.ts'
import { TypePage } from './add/TypePage.tsx'
import { DocumentsPage } from './DocumentsPage.tsx'
import { DocumentPage } from './document/DocumentPage.tsx'
import { ReviewPage } from './review/ReviewPage.tsx'
import { lineUp } from './waiting-files.ts'

const ROOT = '/a/:agent/knowledge'

export function KnowledgeArea() {
  const t = useText(knowledgeTexts)
  const agentId = useAgentId()
  const [location, navigate] = useLocation()
  const take = (files: File[]) => {
    lineUp(files)
    // On the screen of files they join those that wait there; on a document they are meant for it.
    const add = paths.knowledgeAdd(agentId)
    if (location === add) return
    const [, , , , part, docId] = location.split('/')
    navigate(part === 'd' ? paths.knowledgeAdd(agentId, meantFor(docId, files)) : add)
  }
  return (
    <DropArea take={take} label={t('dropHere')}>
      <Switch>
        <Route path={ROOT} component={DocumentsPage} />
        <Route path={`${ROOT}/add`} component={AddPage} />
        <Route path={`${ROOT}/type`} component={TypePage} />
        <Route path={`${ROOT}/d/:doc`}>{({ doc }) => <DocumentPage key={doc} docId={doc} />}</Route>
        <Route path={`${ROOT}/d/:doc/review`}>{({ doc }) => <ReviewPage key={doc} docId={doc} />}</Route>
      </Switch>
    </DropArea>
  )
}
