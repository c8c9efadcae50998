export const proofProblems = {
  'proof-exists': { status: 409, sentence: 'Proof already submitted for this task' },
  'proof-file': { status: 400, sentence: 'One of the files cannot be used.' },
  'already-decided': { status: 409, sentence: 'This proof was decided already.' },
  'not-decided': { status: 409, sentence: 'This proof is still waiting for its review.' },
  'draft-file-gone': { status: 409, sentence: 'This file is no longer part of the proof: it was removed meanwhile.' },
  'draft-full': { status: 409, sentence: 'There are 60 files collected already. Remove some to add others.' },
  'too-many-chosen': { status: 409, sentence: 'A proof has at most 10 files. Leave one out to use another.' },
  'no-company': { status: 409, sentence: 'Please complete your company profile first.' },
} as const
