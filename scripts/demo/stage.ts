import type { Caller } from './callers.ts'
import type { Calendar } from './moments.ts'
import type { Plan } from './plan.ts'
import type { DemoProduct, MovableClock } from './product.ts'

export type Company = { id: string; userId: string; call: Caller }

/** State that later steps need from earlier ones. */
export type Played = {
  administrators: Caller[]
  companies: Map<number, Company>
  tasks: Map<number, string>
  takePhotos: TakePhotos
  /** The ids of submitted proofs. */
  proofs: Map<number, string>
}

/** The product, its time and the plan. */
export type Stage = {
  product: DemoProduct
  clock: MovableClock
  calendar: Calendar
  plan: Plan
  onProgress: (sentence: string) => void
}

/** Returns the stored paths of a proof's photos, which then belong to its company. */
export type TakePhotos = (nth: number, company: Company) => Promise<string[]>
