import { type Audience, type RecentTopics, recentFor, type Topic } from '#contract/live.ts'

type Reader = { userId: string; isAdmin: boolean }

const keyOf = (audience: Audience) => (typeof audience === 'object' ? `user ${audience.user}` : audience)

/** The last announcement of each topic per audience, for screens that read data before their stream was open. */
export class TopicHistory {
  readonly #byAudience = new Map<string, Map<Topic, number>>()

  add(audience: Audience, topics: Topic[]) {
    const key = keyOf(audience)
    const announced = this.#byAudience.get(key) ?? new Map<Topic, number>()
    for (const topic of topics) announced.set(topic, performance.now())
    this.#byAudience.set(key, announced)
  }

  /** Milliseconds since the last announcement of each topic for this reader. */
  recentFor({ userId, isAdmin }: Reader): RecentTopics {
    const now = performance.now()
    const audiences: Audience[] = ['everyone', ...(isAdmin ? (['administrators'] as const) : []), { user: userId }]
    const recent: RecentTopics = {}
    for (const audience of audiences) {
      for (const [topic, at] of this.#byAudience.get(keyOf(audience)) ?? []) {
        const age = Math.floor(now - at)
        if (age <= recentFor) recent[topic] = Math.min(age, recent[topic] ?? age)
      }
    }
    return recent
  }

  forgetOld() {
    const oldest = performance.now() - recentFor
    for (const [audience, announced] of this.#byAudience) {
      for (const [topic, at] of announced) if (at < oldest) announced.delete(topic)
      if (announced.size === 0) this.#byAudience.delete(audience)
    }
  }
}
