import { brandColors } from './branding/branding.ts'

const id = '7b0c9a52-4a1d-4e39-9f0e-2f6d6c1b8a10'
const at = '2026-11-16T09:30:00.000Z'
const uploaded = (nth: number) => `proofs/${String(nth).padStart(32, '0')}.jpg`

/** One example of each shape that callers send or meet first, keyed by its name in the API document. */
export const examples: Readonly<Record<string, unknown>> = {
  Signup: {
    email: 'wellness@saltworks.example',
    password: 'Lanes-and-sun-42',
    confirmPassword: 'Lanes-and-sun-42',
    companyName: 'Salt Works',
    contactPersonName: 'Ada Lovelace',
    phone: '+5999 123 4567',
  },
  Login: { email: 'wellness@saltworks.example', password: 'Lanes-and-sun-42' },
  CurrentUser: {
    id,
    email: 'wellness@saltworks.example',
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    isAdmin: false,
    companyId: id,
    hasCompany: true,
    draft: null,
    passwordExpiresAt: null,
  },
  NewCompany: {
    name: 'Salt Works',
    contactPersonName: 'Ada Lovelace',
    email: 'wellness@saltworks.example',
    phone: '+5999 123 4567',
    teamSize: 12,
  },
  NewAdministrator: {
    email: 'grace@week.example',
    firstName: 'Grace',
    lastName: 'Hopper',
    password: 'Sea-breeze-and-4-miles',
  },
  NewTask: {
    title: 'Ten thousand steps',
    description: 'Walk ten thousand steps with your team today.',
    pointsReward: 10,
    caloriesBurned: 400,
  },
  NewTaskBatch: {
    tasks: [
      {
        title: 'Ten thousand steps',
        description: 'Walk ten thousand steps with your team today.',
        opensAt: '2026-11-17T10:00:00.000Z',
        closesAt: '2026-11-18T03:59:00.000Z',
      },
    ],
  },
  NewUpload: { fileName: 'morning-walk.jpg', size: 2_400_000, contentType: 'image/jpeg', taskId: id },
  NewProof: {
    taskId: id,
    companyId: id,
    contentUrls: [1, 2, 3, 4, 5, 6].map(uploaded),
    contentType: 'image',
  },
  NewFix: { files: [{ path: uploaded(3), replacement: uploaded(7) }] },
  DraftChanges: { leaveOut: [uploaded(3)], move: { path: uploaded(5), before: uploaded(1) } },
  Review: { status: 'rejected', adminNotes: 'Two of the photos show the same walk. Please add others.' },
  LeaderboardEntry: {
    id,
    name: 'Salt Works',
    logoUrl: null,
    brandingColor: brandColors.ink,
    points: 120,
    rank: 1,
    caloriesBurned: 4_800,
    reachedAt: at,
  },
  Division: { key: '50-249', name: 'Medium', from: 50, to: 249 },
  NewEvent: {
    title: 'Sunrise run',
    description: 'Five easy kilometres along the water, then coffee on the sand.',
    eventDate: at,
    place: 'Mambo Beach',
    capacity: 200,
  },
  NewRegistration: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@visitor.example',
    phone: '+5999 123 4567',
    companyName: 'Salt Works',
  },
  Scan: { code: 'K7QF-2M9D', gate: 'Gate B' },
}
