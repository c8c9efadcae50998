export const fileProblems = {
  'file-too-large': { status: 413, sentence: 'This file is larger than allowed.' },
  'file-empty': { status: 400, sentence: 'This file is empty.' },
  'file-type': { status: 415, sentence: 'Only JPG, PNG, MP4 and MOV files can be used.' },
  'file-exists': { status: 409, sentence: 'This file was uploaded already.' },
  'file-cut': { status: 400, sentence: 'The file did not arrive whole. Please try again.' },
  'grant-spent': { status: 409, sentence: 'This upload is no longer allowed. Please start it again.' },
  'storage-full': { status: 507, sentence: 'There is no room for more files right now. Please tell the organisers.' },
  'quota-full': { status: 507, sentence: 'Your company has used all its room for files. Please tell the organisers.' },
  'files-preparing': { status: 503, sentence: 'Your files are still being checked. Please try again in a moment.' },
  'storage-unavailable': { status: 503, sentence: 'Files cannot be stored right now. Please try again in a moment.' },
} as const
