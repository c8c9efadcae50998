import {
  adjustment,
  administrators,
  approvals,
  companies,
  rejections,
  reopenings,
  tasks,
  tasksOfTomorrow,
} from './content.ts'
import { daytimeOf, endOfWeek, hourOf, inDaytime, type WeekHour } from './moments.ts'
import { type AttendeePlan, type AttendeeStep, type EventName, planAttendees } from './plan-attendees.ts'
import { createRandom, type Random } from './random.ts'

/** A company's submission; `company` and `task` are indexes into the content. */
export type ProofPlan = { company: number; task: number; at: WeekHour; photos: number }

type Decision = { status: 'approved' | 'rejected'; notes: string | null }

export type Step = { at: WeekHour } & (
  | { do: 'join'; company: number }
  | { do: 'publish'; task: number }
  | { do: 'submit'; proof: number }
  | ({ do: 'decide'; proof: number; by: number } & Decision)
  | { do: 'reopen'; proof: number; by: number; note: string }
  | { do: 'adjust'; company: number; by: number }
  | AttendeeStep
)

export type Plan = { seed: string; proofs: ProofPlan[]; attendees: AttendeePlan[]; steps: Step[] }

/** Participation by day falls towards the weekend; the last day is not over. */
const takingPart = [1, 0.95, 1.05, 0.92, 0.88, 0.78, 0.5]
const taskLeftToday = tasks.length - 2
/** One company's proof stays in the queue for days. */
const forgotten = { company: 5, task: 4 }

/** The amount of content; tests use less. */
export type Size = { companies: number; attendees: Record<EventName, number> }
const wholeWeek: Size = { companies: companies.length, attendees: { past: 62, coming: 54 } }

/** Plans the whole week in order; deterministic for a seed. */
export function planWeek(seed: string, size = wholeWeek): Plan {
  const random = createRandom(seed)
  const taking = companies.slice(0, size.companies)
  const proofs: ProofPlan[] = []
  const steps: Step[] = [
    ...taking.map((_, company) => ({ at: daytimeOf(-3, -1, random), do: 'join' as const, company })),
    ...tasks.map(({ day }, task) => ({ at: hourOf(day, 5.5) + task / 100, do: 'publish' as const, task })),
    // Published last: nobody uses them yet.
    ...tasksOfTomorrow.map((_, nth) => ({
      at: hourOf(6, 6) + nth / 100,
      do: 'publish' as const,
      task: tasks.length + nth,
    })),
    { at: hourOf(2, 15), do: 'adjust', company: Math.min(8, taking.length - 1), by: 0 },
  ]
  for (const [company] of taking.entries()) {
    // The demo's main account is among the best, and still has a task for today.
    const isShown = company === 0
    const eagerness = isShown ? 1.1 : random.between(0.45, 0.98)
    const trend = random.between(-0.06, 0.05)
    for (const [task, { day }] of tasks.entries()) {
      if (isShown && task === taskLeftToday) continue
      if (!random.chance(eagerness * ((takingPart[day] ?? 1) + trend * day))) continue
      const late = day < 5 && random.chance(0.12) ? 24 : 0
      const at = hourOf(day, random.between(7, 21.5)) + late
      steps.push(...planProof({ company, task, at, photos: random.chance(0.06) ? 7 : 6 }, proofs, random))
    }
  }
  steps.push(...planReversals(steps, proofs, random))
  const { attendees, steps: attendeeSteps } = planAttendees(createRandom(`${seed} attendees`), size.attendees)
  const inOrder = [...steps, ...attendeeSteps].toSorted((one, other) => one.at - other.at)
  return { seed, proofs, attendees, steps: inOrder }
}

/** A submission, its review when a reviewer gets to it, and mostly a new submission after a rejection. */
function planProof(proof: ProofPlan, proofs: ProofPlan[], random: Random): Step[] {
  const nth = proofs.push(proof) - 1
  const steps: Step[] = [{ at: proof.at, do: 'submit', proof: nth }]
  // Most proofs of the last two days are still pending.
  const patience = proof.at > hourOf(5, 12) ? 9 : 3.2
  const at = inDaytime(proof.at + random.around(patience), random)
  const isForgotten = proof.company === forgotten.company && proof.task === forgotten.task
  if (at >= endOfWeek || isForgotten) return steps
  const by = random.whole(0, administrators.length - 1)
  if (!random.chance(0.1)) {
    const notes = random.chance(0.15) ? random.pick(approvals) : null
    return [...steps, { at, do: 'decide', proof: nth, by, status: 'approved', notes }]
  }
  steps.push({ at, do: 'decide', proof: nth, by, status: 'rejected', notes: random.pick(rejections) })
  const again = inDaytime(at + random.between(1.5, 7), random)
  if (!random.chance(0.7) || again >= endOfWeek) return steps
  return [...steps, ...planProof({ ...proof, at: again, photos: 6 }, proofs, random)]
}

/** Two decisions are reversed: an approval becomes a rejection, and a rejection an approval. */
function planReversals(steps: Step[], proofs: ProofPlan[], random: Random): Step[] {
  const decided = steps.flatMap((step) => (step.do === 'decide' && step.at < hourOf(5, 0) ? [step] : []))
  const isLast = ({ proof }: { proof: number }) => {
    const { company, task } = proofs[proof] as ProofPlan
    return !proofs.slice(proof + 1).some((other) => other.company === company && other.task === task)
  }
  const approved = decided.find(({ status, at }) => status === 'approved' && at > hourOf(2, 0))
  const rejected = decided.find((step) => step.status === 'rejected' && isLast(step))
  const change = (step: (typeof decided)[number], note: string, decision: Decision): Step[] => {
    const at = inDaytime(step.at + 4, random)
    return [
      { at, do: 'reopen', proof: step.proof, by: 0, note },
      { at: at + 0.2, do: 'decide', proof: step.proof, by: 0, ...decision },
    ]
  }
  return [
    ...(approved
      ? change(approved, reopenings.approvedTooFast, { status: 'rejected', notes: rejections[1] ?? null })
      : []),
    ...(rejected ? change(rejected, reopenings.rejectedTooFast, { status: 'approved', notes: null }) : []),
  ]
}

/** The expected total of the week: every approval that was not reversed, and the adjustment. */
export function expectedPoints({ steps, proofs }: Plan): number {
  const last = new Map<number, string>()
  for (const step of steps) if (step.do === 'decide') last.set(step.proof, step.status)
  const earned = [...last].filter(([, status]) => status === 'approved').map(([proof]) => proofs[proof]?.task ?? 0)
  return earned.reduce((sum, task) => sum + (tasks[task]?.points ?? 0), adjustment.points)
}
