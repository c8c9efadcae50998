export const companyProblems = {
  'company-exists': { status: 409, sentence: 'You already have a company profile.' },
  'company-email-taken': { status: 409, sentence: 'Another company already uses this email address' },
  'company-name-taken': { status: 409, sentence: 'Another company has this name, or one that looks like it' },
  'company-name-reserved': {
    status: 409,
    sentence:
      'This name is reserved for the organisers. If it is yours, choose another one and ask them to rename your company',
  },
  'company-logo': { status: 400, sentence: 'This image cannot be used as a logo.' },
  'team-size-change-decided': { status: 409, sentence: 'This change of team size was decided already.' },
} as const
