/** Resumable uploads use tus 1.0 (docs/decisions/0010). Without schemas: the page of a team link uses it too. */
export const tus = {
  version: '1.0.0',
  extensions: 'creation,expiration,termination',
  contentType: 'application/offset+octet-stream',
  createPath: '/uploads/tus',
} as const
