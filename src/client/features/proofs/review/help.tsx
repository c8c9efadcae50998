import { Dialog, DialogBody } from '#client/ui/dialog.tsx'
import { KeyCap } from '#client/ui/key-cap.tsx'
import { reasons } from './words.ts'

const keys: [keys: string[], what: string][] = [
  [['A'], 'Approve'],
  [['R'], 'Reject, with the reasons you picked'],
  [['1', String(reasons.length)], 'Pick a reason'],
  [[String(reasons.length + 1)], 'Write your own reason'],
  [['U'], 'Undo, for 10 seconds'],
  [['J'], 'Next proof, without deciding'],
  [['K'], 'Previous proof'],
  [['←', '→', '↑', '↓'], 'Between the files'],
  [['Enter', 'Space'], 'Full size and back'],
  [['?'], 'This help'],
  [['Esc'], 'Back, step by step'],
]

export function ReviewHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} size="sm" title="Keys" className="dark scheme-dark">
      <DialogBody>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          {keys.map(([names, what]) => (
            <div key={what} className="contents">
              <dt className="flex gap-1">
                {names.map((name, index) => (
                  <span key={name} className="contents">
                    {index > 0 && names[0] === '1' && <span className="text-muted-foreground">–</span>}
                    <KeyCap className="h-7! min-w-7! pointer-coarse:inline-flex!">{name}</KeyCap>
                    <span className="sr-only">{name}</span>
                  </span>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  )
}
