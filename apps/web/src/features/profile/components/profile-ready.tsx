import type { User } from '@supabase/auth-js';
import type { ReactNode } from 'react';
import { ProfileLoadError } from '@/entities/profile/profile-load-error.tsx';
import { profileLookup } from '@/entities/profile/profile-lookup.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useUser } from '@/shared/auth/auth-context.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';

/**
 * Waits for the profile before a form is filled from it: a form that starts empty would overwrite
 * the saved values.
 */
export function ProfileReady({ children }: { children: (user: User, profile: Profile | null) => ReactNode }) {
  const user = useUser();
  const query = useProfile();
  const lookup = profileLookup(query);
  if (!user || lookup.status === 'loading') return <LoadingScreen />;
  if (lookup.status === 'failed') return <ProfileLoadError query={query} />;
  return children(user, lookup.status === 'found' ? lookup.profile : null);
}
