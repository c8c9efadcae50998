/** The state of a queue's table, the same for every process. */
export type QueueState = {
  queue: string
  kind?: string
  waiting: number
  /** Not due yet, such as the next run of a recurring job. */
  scheduled?: number
  running: number
  /** The last attempt failed, or it was given up. */
  failed: number
  /** How long the oldest job is overdue; for emails and files, how long it has waited. */
  oldestSeconds: number
}
