/** Files whose upload began before closing may be submitted for this many minutes after it. */
const uploadGraceMinutes = 15

/** After a rejection, another proof may be submitted for this many hours although the task has closed. */
export const retryHours = 48

/** `grace`: closed, but files already uploading may still be submitted. */
export const taskStates = ['scheduled', 'open', 'grace', 'closed'] as const
type TaskState = (typeof taskStates)[number]

/** The one meaning of "active": the task accepts proofs now. */
export const isActive = ({ state }: { state: TaskState }): boolean => state === 'open'

type Moment = Date | string
type Times = { opensAt: Moment | null; closesAt: Moment | null }

const later = (moment: Moment, milliseconds: number) => new Date(new Date(moment).getTime() + milliseconds)

export const endOfGrace = (closesAt: Moment): Date => later(closesAt, uploadGraceMinutes * 60_000)
export const endOfRetry = (rejectedAt: Moment): Date => later(rejectedAt, retryHours * 3_600_000)

export const hasOpened = ({ opensAt }: Pick<Times, 'opensAt'>, now: Date): boolean =>
  opensAt === null || new Date(opensAt) <= now

export function stateOf({ opensAt, closesAt }: Times, now: Date): TaskState {
  if (!hasOpened({ opensAt }, now)) return 'scheduled'
  if (closesAt === null || now < new Date(closesAt)) return 'open'
  return now < endOfGrace(closesAt) ? 'grace' : 'closed'
}

type Evidence = {
  /** When the last of the files began uploading. */
  uploadsBeganAt: Date
  /** When the company's last proof for the task was rejected, if ever. */
  rejectedAt: Date | undefined
}

/** True if an open or closed task accepts this proof now. */
export function isHandInAllowed(task: Times, now: Date, { uploadsBeganAt, rejectedAt }: Evidence): boolean {
  const state = stateOf(task, now)
  if (state === 'scheduled' || task.closesAt === null) return state === 'open'
  const beganInTime = uploadsBeganAt < new Date(task.closesAt)
  const isRetry = rejectedAt !== undefined && now < endOfRetry(rejectedAt)
  return state === 'open' || (state === 'grace' && beganInTime) || isRetry
}

/** Validates the times of a task; `now` is given for a new task, which must not be over already. */
export function findTimesProblem({ opensAt, closesAt }: Times, now?: Date): string | undefined {
  if (!closesAt) return undefined
  if (now && new Date(closesAt) <= now) return 'The closing time must be in the future'
  if (opensAt && new Date(closesAt) <= new Date(opensAt)) return 'The closing time must be after the opening time'
  return undefined
}

/** Every moment at which the task's state changes by time. */
export const momentsOf = ({ opensAt, closesAt }: Times): Date[] => [
  ...(opensAt ? [new Date(opensAt)] : []),
  ...(closesAt ? [new Date(closesAt), endOfGrace(closesAt)] : []),
]
