import { History, RotateCcw } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { amountOf, kindOf } from './kinds.ts'
import type { ProofFiles } from './use-proof-files.ts'

/** Files that were uploaded before and never handed in. */
export function WaitingOffer({ files }: { files: ProofFiles }) {
  const { offered, room, restored } = files
  const [first] = offered
  if (!first || restored || room <= 0) return null
  const amount = amountOf(offered.length, kindOf(first.type))
  return (
    <Notice
      icon={History}
      tone="info"
      actions={
        <>
          <Button variant="outline" size="sm" onClick={() => files.take(offered.slice(0, room))}>
            Use {offered.length === 1 ? 'it' : 'them'}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => void files.discard(offered.map(({ path }) => path))}>
            Delete {offered.length === 1 ? 'it' : 'them'}
          </Button>
        </>
      }
    >
      {amount} from your last attempt {offered.length === 1 ? 'is' : 'are'} still saved.
    </Notice>
  )
}

/** After a reload: what was chosen is here again. */
export function RestoredNotice({ files, onReselect }: { files: ProofFiles; onReselect: () => void }) {
  const { restored, moving, uploads } = files
  if (!restored || moving.length === 0) return null
  const gone = moving.filter(({ isGhost }) => isGhost).length
  return (
    <Notice
      icon={RotateCcw}
      tone="info"
      actions={
        <Button size="sm" onClick={() => (gone > 0 ? onReselect() : uploads?.emit('restore-confirmed'))}>
          {gone > 0 ? 'Choose again' : 'Resume upload'}
        </Button>
      }
    >
      {gone === 0 && 'We restored all files. You can now resume the upload.'}
      {gone === 1 && 'We could not fully recover 1 file. Please re-select it and resume the upload.'}
      {gone > 1 && `We could not fully recover ${gone} files. Please re-select them and resume the upload.`}
    </Notice>
  )
}
