export const authProblems = {
  'email-taken': { status: 409, sentence: 'An account with this email already exists' },
  'bad-credentials': { status: 401, sentence: 'Invalid email or password' },
  'account-disabled': { status: 403, sentence: 'This account is disabled. Please ask the organisers.' },
  'temporary-password-expired': {
    status: 403,
    sentence: 'This temporary password has expired. Use “Forgot password?” or ask an administrator for a new one.',
  },
  'too-many-logins': {
    status: 429,
    sentence: 'Too many failed sign-in attempts. Please wait a few minutes and try again.',
  },
  'too-many-wrong-passwords': {
    status: 429,
    sentence:
      'There were too many wrong passwords for this email address. Please try again later, or use “Forgot password?” now.',
  },
  'too-many-links': {
    status: 429,
    sentence: 'Many links were asked for already. If there is an account, the newest email to it has one that works.',
  },
  'wrong-password': { status: 409, sentence: 'The current password is not right' },
  'weak-password': { status: 400, sentence: 'This password is too easy to guess. Please choose another one.' },
  'same-password': { status: 400, sentence: 'This is the password you have now. Please choose another one.' },
  'link-used': { status: 409, sentence: 'This link has expired or was already used. Please ask for a new one.' },
  'already-set-up': { status: 409, sentence: 'There is an administrator already. Please sign in.' },
} as const
