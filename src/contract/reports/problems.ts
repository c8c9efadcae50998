export const reportProblems = {
  'report-not-ready': { status: 409, sentence: 'The report is still being made. Please try again in a moment.' },
  'report-failed': { status: 409, sentence: 'The report could not be made. Please try again to make it.' },
  'report-batch-under-way': {
    status: 409,
    sentence: 'The reports of all companies are already being made. Please wait until they are done.',
  },
  'report-batch-without-companies': { status: 409, sentence: 'No company takes part yet.' },
} as const
