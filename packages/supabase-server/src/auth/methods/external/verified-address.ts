/** The known facts about an account whose address another person also claims. */
export interface AddressHolder {
  email: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  identities: ReadonlyArray<{
    provider: string;
    email: string | null;
    identity_data: Record<string, unknown>;
  }>;
}

/**
 * Checks whether the account's owner has shown to own its address, by a mail or through a provider
 * that vouches for it. Where sign-ups need no confirmation, `email_confirmed_at` alone says nothing
 * of that.
 */
export function hasVerifiedAddress({ email, email_confirmed_at, identities }: AddressHolder): boolean {
  if (email === null || email_confirmed_at === null) return false;
  const address = email.toLowerCase();
  return identities.some((one) => one.email === address && one.identity_data.email_verified === true);
}

/**
 * Checks whether the account has an owner even without its address: by its phone, or by an account
 * at another service.
 */
export function hasOtherOwner({
  email_confirmed_at,
  phone_confirmed_at,
  identities,
}: AddressHolder): boolean {
  if (phone_confirmed_at !== null) return true;
  // No user has ever been in an account that was never confirmed.
  return (
    email_confirmed_at !== null &&
    identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')
  );
}
