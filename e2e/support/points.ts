import { expect, type Product, password } from './product.ts'

export type Company = { id: string; name: string }

/** Adjusts points as an administrator. */
export async function organiser(product: Product) {
  const login = await product.post('/api/auth/login', { email: product.admin.email, password })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async ({ id }: Company, points: number, calories = 0) => {
    const given = await product.post(
      `/api/companies/${id}/points`,
      { points, calories, reason: 'Opening relay' },
      cookie,
    )
    expect(given.status).toBe(201)
  }
}
