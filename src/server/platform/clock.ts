/** Everything that asks for the time asks here, so that a test can move it. */
export type Clock = {
  now(): Date
  /** Not moved: then the database's clock may be asked instead (`database/database-time.ts`). */
  isReal?: boolean
}

export const systemClock: Clock = { now: () => new Date(), isReal: true }

export const seconds = (n: number) => n * 1_000
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000

export const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds)
