import { createContext, use } from 'react';
import type { Profile } from '@/shared/api/database-types.ts';

/** The profile of the dashboard's user; the layout requires one. */
export const CurrentProfileContext = createContext<Profile | null>(null);

/** @returns the signed-in user's profile, on pages inside a dashboard. */
export function useCurrentProfile(): Profile {
  const profile = use(CurrentProfileContext);
  if (!profile) throw new Error('useCurrentProfile works inside a dashboard only');
  return profile;
}
