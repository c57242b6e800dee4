import type { User } from '@supabase/auth-js';
import type { ReactNode } from 'react';
import { ProfileFailed } from '@/entities/profile/profile-failed.tsx';
import { profileLookup } from '@/entities/profile/profile-lookup.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useUser } from '@/shared/auth/auth-context.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';

/** Waits for the profile before a form is filled from it: a form that starts empty would overwrite what is saved. */
export function ProfileReady({ children }: { children: (user: User, profile: Profile | null) => ReactNode }) {
  const user = useUser();
  const query = useProfile();
  const lookup = profileLookup(query);
  if (!user || lookup.status === 'loading') return <LoadingScreen />;
  if (lookup.status === 'failed') return <ProfileFailed query={query} />;
  return children(user, lookup.status === 'found' ? lookup.profile : null);
}
