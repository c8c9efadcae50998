/** What a queue's table says right now, the same for every process. */
export type QueueState = {
  queue: string
  kind?: string
  waiting: number
  /** Whose time has not come, such as the next run of what is done again and again. */
  scheduled?: number
  running: number
  /** Whose last attempt failed, or that were given up. */
  failed: number
  /** How long the oldest has been due and not done; of emails and files, how long it has waited. */
  oldestSeconds: number
}
