/** The source of the current time, so that tests can move it. */
export type Clock = {
  now(): Date
  /**
   * Absent if a test or the demo moved the clock; else the database's clock may be used (`database/database-time.ts`).
   */
  isReal?: boolean
}

export const systemClock: Clock = { now: () => new Date(), isReal: true }

export const seconds = (n: number) => n * 1_000
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000

export const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds)
