import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/auth/endpoints.ts'
import { paths } from './paths.ts'

/** The address to open after signing in. The router provides it, since it knows the roles of pages. */
export const PostLoginPathContext = createContext<(user: CurrentUser) => string>(() => paths.home)

export const usePostLoginPath = () => useContext(PostLoginPathContext)
