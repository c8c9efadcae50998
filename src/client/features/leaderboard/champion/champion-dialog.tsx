import { amount } from '#client/platform/formats/amounts.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { branding } from '#contract/branding/branding.ts'
import type { EntryDialogProps } from '../why-dialog.tsx'
import { Champion } from './champion.tsx'

/** The champion image for a photo. Dark in both themes. */
export function ChampionDialog({ entry, open, opener, onClose, onWhy }: EntryDialogProps & { onWhy: () => void }) {
  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Congratulations, ${entry.name}!`}
      hideHeader
      className="dark overflow-y-auto"
    >
      <Champion name={entry.name} color={entry.brandingColor} className="w-full shrink-0 sm:rounded-t-lg" />
      <div className="flex flex-col items-center gap-1 px-5 pt-5 pb-6 text-center">
        <p className="font-semibold text-points">Congratulations!</p>
        <p className="font-display text-3xl font-extrabold tracking-tight wrap-anywhere">
          <bdi>{entry.name}</bdi>
        </p>
        <p className="font-display text-lg font-bold text-primary-text">{branding.championText}</p>
        <dl className="mt-4 flex gap-8">
          <Fact label="Rank">#{entry.rank}</Fact>
          <Fact label="Points">{amount(entry.points)}</Fact>
        </dl>
        <Button variant="outline" className="mt-5" onClick={onWhy}>
          Why rank {entry.rank}?
        </Button>
      </div>
    </Dialog>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="font-display text-2xl font-bold tabular-nums">{children}</dd>
    </div>
  )
}
