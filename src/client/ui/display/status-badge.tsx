import { Ban, CircleCheck, CircleDashed, CircleX, Clock3, type LucideIcon, Send, Wrench } from 'lucide-react'
import { Badge, type BadgeTone } from './badge.tsx'

export type Status = 'pending' | 'approved' | 'rejected' | 'fix' | 'active' | 'inactive' | 'checked-in' | 'cancelled'

const badges: Record<Status, { tone: BadgeTone; icon: LucideIcon; word: string }> = {
  pending: { tone: 'warning', icon: Clock3, word: 'Pending' },
  approved: { tone: 'success', icon: CircleCheck, word: 'Approved' },
  rejected: { tone: 'destructive', icon: CircleX, word: 'Rejected' },
  fix: { tone: 'flame', icon: Wrench, word: 'Needs a fix' },
  active: { tone: 'success', icon: CircleCheck, word: 'Active' },
  inactive: { tone: 'neutral', icon: CircleDashed, word: 'Inactive' },
  'checked-in': { tone: 'info', icon: Send, word: 'Checked In' },
  cancelled: { tone: 'neutral', icon: Ban, word: 'Cancelled' },
}

/** Icon, word and colour together, so that no single one is essential. */
export function StatusBadge({ status, label, className }: { status: Status; label?: string; className?: string }) {
  const { tone, icon, word } = badges[status]
  return (
    <Badge tone={tone} icon={icon} className={className}>
      {label ?? word}
    </Badge>
  )
}
