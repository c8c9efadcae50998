import { Building2, ClipboardCheck, Flame, type LucideIcon, Medal } from 'lucide-react'
import type { ReactNode } from 'react'
import { amount } from '#client/platform/formats/amounts.ts'
import { cn } from '#client/ui/cn.ts'
import { CountUp } from '#client/ui/display/count-up.tsx'
import { definitions, type NumberName } from '#contract/analytics/definitions.ts'
import type { AnalyticsOverview } from '#contract/analytics/endpoints.ts'
import { formatNumber } from '#contract/analytics/number-texts.ts'
import { NumberHelp } from '../number-help.tsx'

/** Four totals of the period; the first is a share and is drawn as one. */
export function Totals({ totals }: Pick<AnalyticsOverview, 'totals'>) {
  const { companies, activeCompanies, participationRate, points, calories, proofs } = totals
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 border-t border-border pt-6 @3xl:grid-cols-[1.6fr_1fr_1fr_1.4fr] @3xl:gap-x-8">
      <Total wide number="reach" icon={Building2} value={formatNumber('share', participationRate)}>
        <Lane share={participationRate} />
        {amount(activeCompanies)} of {amount(companies)} companies
      </Total>
      <Total number="points" icon={Medal} iconClass="text-points" value={<CountUp value={points} />} />
      <Total number="calories" icon={Flame} iconClass="text-calories" value={<CountUp value={calories} />}>
        kcal
      </Total>
      <Total
        wide
        number="proofs"
        icon={ClipboardCheck}
        value={<CountUp value={proofs.pending + proofs.approved + proofs.rejected} />}
      >
        {amount(proofs.approved)} approved · {amount(proofs.pending)} pending · {amount(proofs.rejected)} rejected
      </Total>
    </dl>
  )
}

interface TotalProps {
  number: NumberName
  icon: LucideIcon
  iconClass?: string
  value: ReactNode
  children?: ReactNode
  /** True for a full-width line on screens too narrow for four columns. */
  wide?: boolean
}

function Total({ number, icon: Icon, iconClass, value, children, wide }: TotalProps) {
  return (
    <div className={cn('flex min-w-0 flex-col', wide && '@max-3xl:col-span-2')}>
      <dt className="flex min-h-8 items-center gap-1.5 text-sm font-semibold text-muted-foreground">
        <Icon aria-hidden="true" className={cn('size-4 shrink-0', iconClass)} />
        {definitions[number].name}
        <NumberHelp number={number} />
      </dt>
      <dd className="flex flex-col">
        <span className="font-display text-3xl font-bold tracking-tight tabular-nums">{value}</span>
        {children && <span className="mt-0.5 text-sm text-muted-foreground tabular-nums">{children}</span>}
      </dd>
    </div>
  )
}

function Lane({ share }: { share: number }) {
  return (
    <svg width="100%" height="10" aria-hidden="true" className="my-1.5 block rounded-full [print-color-adjust:exact]">
      <rect
        width="100%"
        height="10"
        className="fill-accent forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
      />
      <rect width={`${share * 100}%`} height="10" className="fill-chart-1 forced-colors:fill-[CanvasText]" />
    </svg>
  )
}
