/** Every slice in the order in which they build on each other: on the server one imports only those before it. */
module.exports = [
  'files',
  'auth',
  'companies',
  'notifications',
  'tasks',
  'points',
  'proofs',
  'team-links',
  'events',
  'registrations',
  'door',
  'administrators',
  'analytics',
  'leaderboard',
  'reports',
  'privacy',
]
