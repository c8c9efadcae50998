import { z } from 'zod'
import {
  boundedText,
  companyName,
  email,
  formattedText,
  id,
  instant,
  limits,
  password,
  personName,
  phone,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { sessionEndReason } from '../sessions.ts'

/** Company data from signup; it prefills the company setup screen. */
export const CompanyDraft = z.object({
  companyName: z.string(),
  contactPersonName: z.string(),
  phone: z.string(),
})
export type CompanyDraft = z.infer<typeof CompanyDraft>

export const CurrentUser = z.object({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isAdmin: z.boolean(),
  companyId: id.nullable(),
  hasCompany: z.boolean(),
  draft: CompanyDraft.nullable(),
  /** Set while the person still uses a password from somebody else. */
  passwordExpiresAt: instant.nullable(),
})
export type CurrentUser = z.output<typeof CurrentUser>

export const currentUser = endpoint({
  method: 'GET',
  path: '/auth/user',
  access: 'signed-in',
  summary: 'The person who is signed in',
  reply: CurrentUser,
})

export const readEndedSession = endpoint({
  method: 'POST',
  path: '/auth/ended-session',
  access: 'public',
  summary: 'Why the session of this cookie was ended; told once, then the cookie is cleared',
  reply: z.object({ reason: sessionEndReason.nullable() }),
  setsCookie: true,
  duringMaintenance: true,
})

const signupFields = {
  email,
  password: password(),
  confirmPassword: boundedText(limits.password),
  companyName: companyName({ min: 2, message: 'Company name is required' }),
  contactPersonName: personName({ min: 2, message: 'Contact person name is required' }),
  phone: phone(),
}

type Confirmed = { password: string; confirmPassword: string }
const matching = (value: Confirmed) => value.password === value.confirmPassword
const mismatch = { path: ['confirmPassword'], message: "Passwords don't match" }

export const Signup = z.strictObject(signupFields).refine(matching, mismatch)
export type Signup = z.input<typeof Signup>

export const signup = endpoint({
  method: 'POST',
  path: '/auth/signup',
  access: 'public',
  summary: 'Create a company account',
  body: Signup,
  reply: z.object({ message: z.string() }),
  status: 201,
  problems: ['email-taken', 'weak-password', 'company-name-reserved'],
})

export const Login = z.strictObject({
  email,
  password: boundedText(limits.password, { message: 'Password is required' }).min(1, 'Password is required'),
})
export type Login = z.input<typeof Login>

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Sign in; the answer sets the session cookie',
  body: Login,
  reply: CurrentUser,
  setsCookie: true,
  duringMaintenance: true,
  problems: [
    'bad-credentials',
    'too-many-logins',
    'too-many-wrong-passwords',
    'account-disabled',
    'temporary-password-expired',
  ],
})

export const ChangePassword = z
  .strictObject({
    currentPassword: boundedText(limits.password).min(1, 'Current password is required'),
    password: password(),
    confirmPassword: boundedText(limits.password),
  })
  .refine(matching, mismatch)
export type ChangePassword = z.input<typeof ChangePassword>

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/auth/password',
  access: 'signed-in',
  summary: 'Change the own password; ends every other session',
  body: ChangePassword,
  reply: z.object({ message: z.string() }),
  setsCookie: true,
  problems: ['wrong-password', 'weak-password', 'same-password', 'too-many-logins'],
})

export const ForgotPassword = z.strictObject({ email })
export type ForgotPassword = z.input<typeof ForgotPassword>

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgotten-password',
  access: 'public',
  summary: 'Mail a one-time link; the answer is the same whether or not the address is known',
  body: ForgotPassword,
  reply: z.object({ message: z.string() }),
  status: 202,
  problems: ['too-many-links'],
})

const linkToken = formattedText(/^[A-Za-z0-9_-]{20,100}$/, { max: 100, message: 'This link is not complete' })

export const NewPassword = z
  .strictObject({ token: linkToken, password: password(), confirmPassword: boundedText(limits.password) })
  .refine(matching, mismatch)
export type NewPassword = z.input<typeof NewPassword>

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  summary: 'Choose a new password with a mailed one-time link',
  body: NewPassword,
  reply: z.object({ message: z.string() }),
  setsCookie: true,
  problems: ['link-used', 'weak-password', 'same-password'],
})

export const ConfirmAddress = z.strictObject({ token: linkToken })
export type ConfirmAddress = z.input<typeof ConfirmAddress>

export const confirmAddress = endpoint({
  method: 'POST',
  path: '/auth/address-confirmation',
  access: 'public',
  summary: 'Confirm the address of an account with the link of its welcome email; the same again says the same',
  body: ConfirmAddress,
  reply: z.object({ message: z.string() }),
  problems: ['link-used'],
})

export const sendConfirmationLink = endpoint({
  method: 'POST',
  path: '/auth/confirmation-link',
  access: 'company',
  summary: 'Mail another link that confirms the address of the account, unless it is confirmed',
  reply: z.object({ message: z.string() }),
  status: 202,
})

export const FirstAdministrator = z
  .strictObject({
    token: linkToken,
    email,
    firstName: personName({ min: 1, message: 'First name is required' }),
    lastName: personName({ min: 1, message: 'Last name is required' }),
    password: password(),
    confirmPassword: boundedText(limits.password),
  })
  .refine(matching, mismatch)
export type FirstAdministrator = z.input<typeof FirstAdministrator>

export const setUpFirstAdministrator = endpoint({
  method: 'POST',
  path: '/auth/first-administrator',
  access: 'public',
  summary: 'Become the first administrator with the link printed at the first start',
  body: FirstAdministrator,
  reply: z.object({ message: z.string() }),
  status: 201,
  problems: ['link-used', 'already-set-up', 'email-taken', 'weak-password'],
})

/** A browser navigation, as specified. */
export const logout = endpoint({
  method: 'GET',
  path: '/logout',
  access: 'public',
  summary: 'Ends the session and goes to the landing page',
  reply: z.undefined(),
  status: 302,
  setsCookie: true,
})
