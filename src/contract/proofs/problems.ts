export const proofProblems = {
  'proof-exists': { status: 409, sentence: 'Proof already submitted for this task' },
  'proof-file': { status: 400, sentence: 'One of the files cannot be used.' },
  'already-decided': { status: 409, sentence: 'This proof was decided already.' },
  'not-decided': { status: 409, sentence: 'This proof is still waiting for its review.' },
  'fixes-used-up': {
    status: 409,
    sentence: 'This proof cannot be sent back again. Please approve or reject it.',
  },
  'no-fix-requested': { status: 409, sentence: 'This proof does not wait for a fix, or no longer.' },
  'fix-too-late': {
    status: 409,
    sentence: 'The time to replace these files is over, and the proof was rejected. You can submit another one.',
  },
  'fix-incomplete': { status: 400, sentence: 'Please replace every file that the reviewer marked, and no other.' },
  'draft-file-gone': { status: 409, sentence: 'This file is no longer part of the proof: it was removed meanwhile.' },
  'draft-full': { status: 409, sentence: 'There are 60 files collected already. Remove some to add others.' },
  'too-many-chosen': { status: 409, sentence: 'A proof has at most 10 files. Leave one out to use another.' },
  'capture-link-closed': {
    status: 401,
    sentence: 'This link no longer works. Please ask your colleague for a new one.',
  },
  'guest-device': { status: 400, sentence: 'Your browser did not say which device it is. Please reload the page.' },
  'guest-full': { status: 409, sentence: 'You have added 20 files already. Remove one to add another.' },
  'draft-full-for-guests': {
    status: 409,
    sentence: 'Your team has added as many photos as fit here. Please ask your colleague to remove some.',
  },
  'guest-address-full': {
    status: 409,
    sentence:
      '40 files came from your network within a day. Please use another network, or ask your colleague to add it.',
  },
  'too-many-capture-links': { status: 409, sentence: 'This task has 10 links already. Revoke one to make another.' },
  'no-company': { status: 409, sentence: 'Please complete your company profile first.' },
} as const
