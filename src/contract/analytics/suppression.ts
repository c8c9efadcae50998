/**
 * Which numbers about people are not shown.
 *
 * A share of a small group tells about persons: "half of them did not come", of two people, names one. So a share is shown only
 * of at least five people.
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
