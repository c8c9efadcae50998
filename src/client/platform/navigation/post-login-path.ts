import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/auth/endpoints.ts'
import { paths } from './paths.ts'

/** Where somebody goes right after signing in. The router knows who may open what, so it provides this. */
export const PostLoginPathContext = createContext<(user: CurrentUser) => string>(() => paths.home)

export const usePostLoginPath = () => useContext(PostLoginPathContext)
