export const notificationProblems = {
  'push-subscription-unusable': {
    status: 422,
    sentence: 'Notifications cannot be sent to this browser.',
  },
} as const
