export type Recipient = { email: string; firstName: string | null; lastName: string | null }

export const addressOf = ({ email, firstName, lastName }: Recipient) => ({
  name: [firstName, lastName].filter(Boolean).join(' ') || undefined,
  address: email,
})

export const greetingOf = ({ firstName }: Recipient) => (firstName ? `Hello ${firstName},` : 'Hello,')
