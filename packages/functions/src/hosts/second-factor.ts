import { z } from 'zod';

/** The part of Supabase's `GET /auth/v1/user` response that contains second factors. */
export const factorsSchema = z.object({
  factors: z.array(z.object({ status: z.string() })).optional(),
});

const claimsSchema = z.object({ aal: z.string().optional() });

/**
 * Checks whether a session must still prove its user's second factor (docs/adr/0045).
 * @param authorization the Authorization header; Supabase's auth service has accepted its token
 * @param factors of the user
 */
export function lacksSecondFactor(
  authorization: string,
  { factors = [] }: z.infer<typeof factorsSchema>,
): boolean {
  return factors.some(({ status }) => status === 'verified') && assuranceOf(authorization) !== 'aal2';
}

/** The claim `aal`; undefined where it cannot be read. */
function assuranceOf(authorization: string): string | undefined {
  const payload = authorization.split('.')[1] ?? '';
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return claimsSchema.safeParse(JSON.parse(text)).data?.aal;
  } catch {
    return undefined;
  }
}
