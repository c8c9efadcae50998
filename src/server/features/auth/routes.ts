import type { FastifyInstance } from 'fastify'
import {
  changePassword,
  confirmAddress,
  currentUser,
  forgotPassword,
  login,
  logout,
  readEndedSession,
  resetPassword,
  sendConfirmationLink,
  setUpFirstAdministrator,
  signup,
} from '#contract/auth/endpoints.ts'
import { rawRoute, route } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sessionCookie } from '#server/platform/sessions/cookie.ts'
import * as confirmation from './address-confirmation/address-confirmation.ts'
import { setUpFirstAdministrator as setUp } from './first-administrator/first-administrator.ts'
import { knownBrowserCookie } from './known-browsers.ts'
import { logIn } from './login.ts'
import * as auth from './service.ts'

/** Functions of slices that come after this one. */
export type Later = { companyNameOf: auth.CompanyNameOf; moveDevice: auth.MoveDevice }

export function authRoutes(app: FastifyInstance, platform: Platform, { companyNameOf, moveDevice }: Later) {
  const cookie = sessionCookie(platform.config)
  const browserCookie = knownBrowserCookie(platform.config)

  route(app, currentUser, ({ viewer }) => auth.currentUser(platform, viewer.userId))

  route(app, readEndedSession, async ({ request, viewer, reply }) => {
    const secret = cookie.read(request)
    const reason = secret && !viewer ? await auth.endReason(platform, secret) : undefined
    if (reason) reply.header('set-cookie', cookie.take())
    return { reason: reason ?? null }
  })

  route(app, signup, async ({ body, address, platform }) => {
    await auth.signUp(platform, body, address)
    return { message: 'Your company account has been created successfully.' }
  })

  route(app, login, async ({ body, address, request, reply, platform }) => {
    const browser = { address, oldSecret: cookie.read(request), knownBrowser: browserCookie.read(request) }
    const { secret, knownBrowser, user } = await logIn(platform, body, browser)
    reply.header('set-cookie', [cookie.give(secret), browserCookie.give(knownBrowser)])
    return user
  })

  route(app, changePassword, async ({ body, viewer, address, request, reply, platform }) => {
    const { secret, knownBrowser } = await auth.changePassword(platform, viewer, body.currentPassword, {
      password: body.password,
      companyNameOf,
      address,
      knownBrowser: browserCookie.read(request),
      moveDevice,
    })
    reply.header('set-cookie', [cookie.give(secret), browserCookie.give(knownBrowser)])
    return { message: 'Your password has been changed.' }
  })

  route(app, forgotPassword, async ({ body, address, platform }) => {
    await auth.sendPasswordLink(platform, body.email, address)
    return { message: 'If there is an account with this address, a link is on its way.' }
  })

  route(app, resetPassword, async ({ body, address, request, reply, platform }) => {
    const { knownBrowser } = await auth.choosePassword(platform, body.token, {
      password: body.password,
      companyNameOf,
      address,
      knownBrowser: browserCookie.read(request),
    })
    reply.header('set-cookie', browserCookie.give(knownBrowser))
    return { message: 'Your new password is set. Please sign in.' }
  })

  route(app, confirmAddress, async ({ body, platform }) => {
    await confirmation.confirmAddress(platform, body.token)
    return { message: 'Your address is confirmed.' }
  })

  route(app, sendConfirmationLink, async ({ viewer, platform }) => {
    await confirmation.sendConfirmationLink(platform, viewer.userId)
    return { message: 'The link is on its way.' }
  })

  route(app, setUpFirstAdministrator, async ({ body: { token, confirmPassword: _, ...person }, platform }) => {
    await setUp(platform, token, person)
    return { message: 'You are the first administrator. Please sign in.' }
  })

  // Another site's picture or link must not sign anybody out.
  rawRoute(app, logout, async ({ headers, viewer }, reply) => {
    const site = headers['sec-fetch-site']
    if (site === undefined || site === 'same-origin' || site === 'none') {
      if (viewer) await auth.logOut(platform, viewer.sid)
      reply.header('set-cookie', cookie.take()).header('clear-site-data', '"cache"')
    }
    return reply.redirect('/', 302)
  })
}
