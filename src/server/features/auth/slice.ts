import type { Slice } from '#server/platform/slice.ts'
import { authRoutes, type Later } from './routes.ts'
import * as auth from './service.ts'

export { countActiveAdministrators, createDoctorToken, deleteDoctorTokens, isDoctorToken } from './doctor-token.ts'
export { createAdministrator, resetPassword } from './first-administrator/command-line.ts'
export { prepareFirstAdministrator } from './first-administrator/first-administrator.ts'
export { createIdentify } from './identify.ts'
export { refuseWeak } from './passwords/weak-passwords.ts'

export const createAuthSlice = (later: Later): Slice => ({
  routes: (app, platform) => authRoutes(app, platform, later),
  sweeps: { 'sweep-sessions-and-limits': auth.sweep },
})
