/**
 * Which numbers about people are not shown.
 *
 * A share of a small group tells about persons: "half of them did not come", of two people, names one. So a share is shown only
 * of at least five people.
 *
 * That alone is not enough. If a filter over the first three events gives 12 people and one over the first four gives 14, the
 * difference is the fourth event, and the two shares give away the share of its two people. Therefore a small group is left out of
 * every sum, before any filter is applied: a filter chooses whole groups (an event, a company), never a part of one, and each
 * group that is part of a sum has at least five people. The difference of two sums is then made of whole groups of at least five
 * people, or it is empty.
 *
 * Nor is a share given away by what it is made of: where it is not shown, its part is not shown either, nor anything that adds up to it.
 *
 * The same holds for companies: what one of them reads about the others is shown only where at least five others are behind it.
 */
export const smallestGroup = 5

export const isTooSmall = (people: number): boolean => people < smallestGroup

/** Whether what is part of this group is not shown. Of nobody there is nothing to tell. */
export const isHidden = (people: number): boolean => people > 0 && isTooSmall(people)

/** Null: too few people. */
export const shareOfPeople = (part: number, people: number): number | null =>
  isTooSmall(people) ? null : part / people

/** The share over several groups, of which a filter has chosen some; small ones are left out. Null where none is left. */
export function shareOfGroups(groups: { part: number; people: number }[]): {
  part: number
  people: number
  share: number | null
  leftOut: number
} {
  const shown = groups.filter(({ people }) => !isTooSmall(people))
  const part = shown.reduce((total, group) => total + group.part, 0)
  const people = shown.reduce((total, group) => total + group.people, 0)
  return { part, people, share: shareOfPeople(part, people), leftOut: groups.length - shown.length }
}
