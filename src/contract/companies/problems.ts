export const companyProblems = {
  'company-exists': { status: 409, sentence: 'You already have a company profile.' },
  'company-email-taken': { status: 409, sentence: 'Another company already uses this email address' },
} as const
