/** Everyone registers once. */
export const emailOf = (person: number) => `person${person}@mail.test`

/** A topic of its own for each announcement, so that a stream that missed one is seen. */
export const announcementTopic = (number: number | string) => `events/load-${number}`
