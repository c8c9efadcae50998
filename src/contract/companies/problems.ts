export const companyProblems = {
  'company-exists': { status: 409, sentence: 'You already have a company profile.' },
  'company-email-taken': { status: 409, sentence: 'Another company already uses this email address' },
  'company-logo': { status: 400, sentence: 'This image cannot be used as a logo.' },
  'team-size-change-decided': { status: 409, sentence: 'This change of team size was decided already.' },
} as const
