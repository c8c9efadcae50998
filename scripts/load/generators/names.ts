/** A unique address per person: everyone registers once. */
export const emailOf = (person: number) => `person${person}@mail.test`

/** A unique topic per announcement, so that a missed one is detected. */
export const announcementTopic = (number: number | string) => `events/load-${number}`
