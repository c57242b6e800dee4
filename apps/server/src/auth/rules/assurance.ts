/** Whether the account asks for a second factor. */
export function hasVerifiedFactor(factors: ReadonlyArray<{ status: string }>): boolean {
  return factors.some(({ status }) => status === 'verified');
}
