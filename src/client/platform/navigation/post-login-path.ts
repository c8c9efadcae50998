import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/auth/endpoints.ts'
import { paths } from './paths.ts'

/** Address to open after the sign-in. Provided by the router, which knows the roles of pages. */
export const PostLoginPathContext = createContext<(user: CurrentUser) => string>(() => paths.home)

export const usePostLoginPath = () => useContext(PostLoginPathContext)
