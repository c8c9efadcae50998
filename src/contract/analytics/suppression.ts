/**
 * Suppression of small groups.
 *
 * A share of a small group reveals persons: "half did not come", of two people, names one. A share needs at least five
 * people.
 *
 * Readers could compute a suppressed share from its parts, so its parts and every sum that reveals them are
 * suppressed too.
 *
 * The same holds for companies: a company reads a number of the others only when it covers at least five of them.
 */
export const smallestGroup = 5

export const isTooSmall = (people: number): boolean => people < smallestGroup

/** True for a group too small to show. An empty group reveals nobody. */
export const isHidden = (people: number): boolean => people > 0 && isTooSmall(people)

/** Null for too few people. */
export const shareOfPeople = (part: number, people: number): number | null =>
  isTooSmall(people) ? null : part / people
