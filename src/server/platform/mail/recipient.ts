export type Recipient = { email: string; firstName: string | null; lastName: string | null }

export const addressOf = ({ email, firstName, lastName }: Recipient) => ({
  name: [firstName, lastName].filter(Boolean).join(' ') || undefined,
  address: email,
})

export const greetingOf = ({ firstName }: Pick<Recipient, 'firstName'>) =>
  firstName ? `Hello ${firstName},` : 'Hello,'

/** For contact persons, whose name is one text. */
export const greetContact = (name: string) => greetingOf({ firstName: name.trim().split(/\s+/)[0] ?? null })
