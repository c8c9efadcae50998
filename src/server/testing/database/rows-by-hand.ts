export type Row = Record<string, unknown>

/** Triggers write these tables: inserted rows would make the counts wrong. */
export const keptByTriggers = [
  'company_days',
  'event_counts',
  'gate_counts',
  'leaderboard_changes',
  'rejection_days',
  'review_days',
  'task_days',
]

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const link = 'https://week.test/e/abcd2345?r=token.mark'

/** The state of proof n: pending, approved and rejected in turn. */
function reviewOf(n: number): Row {
  const status = ['pending', 'approved', 'rejected'][n % 3]
  const award = status === 'approved' ? { points_awarded: 10 + n, calories_awarded: 100 + n } : {}
  return {
    status,
    points_awarded: null,
    calories_awarded: null,
    ...award,
    reviewed_at: status === 'pending' ? null : later(0),
    admin_notes: status === 'rejected' ? 'Wrong task' : null,
    rejection_reasons: status === 'rejected' ? ['Wrong task'] : null,
    first_reviewed_at: null,
    first_decision: null,
    is_retry: false,
  }
}

/** The product's values where a column's type does not determine them. Columns missing from the schema are skipped. */
export const byHand: Record<string, (n: number, rowOf: (table: string) => Row) => Row> = {
  users: (n) => ({
    email: `person${n}@mail.test`,
    company_id: null,
    draft: null,
    disabled_at: null,
    erased_at: null,
    password_expires_at: null,
  }),
  companies: (n) => ({
    email: `office${n}@mail.test`,
    name_key: `company ${n}`,
    team_size: n + 1,
    branding_color: '#211100',
    logo_url: null,
    total_points: 0,
    total_calories_burned: 0,
    per_person_millionths: 0,
    reached_at: null,
    hidden_at: null,
  }),
  tasks: () => ({ opens_at: later(-48), closes_at: later(48), archived_at: null, youtube_url: null }),
  task_proofs: (n) => ({
    content_type: 'image',
    content_urls: [],
    fix_due_at: null,
    fix_rounds: '[]',
    ...reviewOf(n),
  }),
  // The points of its proof; an adjustment if the proof has none.
  point_entries: (n, rowOf) => {
    const proof = rowOf('task_proofs')
    const award = { kind: 'approve', points: proof.points_awarded, calories: proof.calories_awarded, reason: null }
    const adjustment = { kind: 'adjust', points: n + 1, calories: n, proof_id: null, reason: 'Helped at the door' }
    return {
      team_size: rowOf('companies').team_size,
      effective_at: proof.submitted_at,
      ...(proof.status === 'approved' ? award : adjustment),
    }
  },
  company_sizes: (_n, rowOf) => ({ size: rowOf('companies').team_size }),
  team_size_changes: (n) => ({ size: n + 1, status: 'waiting', counts_from: null, decided_at: null, decided_by: null }),
  leaderboard_settings: () => ({ divisions: JSON.stringify([{ name: 'Everyone', from: 1 }]) }),
  events: (n) => ({
    short_code: `code${n}`,
    event_date: later(24),
    ends_at: later(26),
    capacity: n + 10,
    branding_color: '#211100',
    youtube_url: null,
    email_subject: null,
    email_body_text: null,
    is_active: true,
    cancelled_at: null,
    check_in_hours_before: 12,
    check_in_hours_after: 12,
  }),
  event_registrations: (n) => {
    const status = ['pending', 'approved', 'rejected', 'cancelled'][n % 4]
    return { status, checked_in: status === 'approved' && n % 8 === 1, email: `visitor${n}@mail.test`, issue: 0 }
  },
  door_scans: (n) => ({ result: n % 2 === 0 ? 'ok' : 'invalid', gate: n % 2 === 0 ? 'Gate A' : '', undone_at: null }),
  event_moves: () => ({ started_at: later(-1), finished_at: later(0) }),
  uploads: (n) => ({
    path: `proofs/${String(n).padStart(32, '0')}.jpg`,
    purpose: 'proof',
    type: 'image/jpeg',
    state: ['granted', 'stored', 'claimed'][n % 3],
    fault: null,
    prepared_at: later(0),
  }),
  proof_draft_files: (_n, rowOf) => ({ path: rowOf('uploads').path }),
  proof_drafts: () => ({ content_type: 'image' }),
  outbox: (n) => ({
    to_address: `person${n}@mail.test`,
    template: 'plain',
    text: `Hello Ada,\n\nOnly words.\n\nSee it:\n${link}\n\n-- \nSignature`,
    html: '<p>page</p>',
    letter: JSON.stringify({ preheader: '', greeting: 'Hello Ada,', paragraphs: ['Only words.', `See it:\n${link}`] }),
    attachments: '[]',
    state: n % 2 === 0 ? 'queued' : 'sent',
    next_attempt_at: later(24),
    give_up_at: later(48),
  }),
  sessions: (_n, rowOf) => ({
    sess: JSON.stringify({ userId: rowOf('users').id, startedAt: later(0).toISOString() }),
    expire: later(24),
  }),
  push_devices: (_n, rowOf) => ({ sid: rowOf('sessions').sid }),
  push_keys: (n) => ({ id: n + 100 }),
  reports: (n, rowOf) => {
    const isOfCompany = n % 2 === 0
    const kind = isOfCompany ? 'company' : 'challenge'
    return { kind, company_id: isOfCompany ? rowOf('companies').id : null, state: 'ready' }
  },
  report_batches: () => ({ finished_at: later(0) }),
}
