import type { User } from '@supabase/auth-js';
import type { ReactNode } from 'react';
import { LoadingScreen } from '@/components/loading-screen.tsx';
import { ProfileFailed } from '@/components/profile-failed.tsx';
import { useUser } from '@/lib/auth-context.ts';
import type { Profile } from '@/lib/database-types.ts';
import { profileLookup } from '@/lib/profile-lookup.ts';
import { useProfile } from '@/lib/profile-query.ts';

/** Waits for the profile before a form is filled from it: a form that starts empty would overwrite what is saved. */
export function ProfileReady({ children }: { children: (user: User, profile: Profile | null) => ReactNode }) {
  const user = useUser();
  const query = useProfile();
  const lookup = profileLookup(query);
  if (!user || lookup.status === 'loading') return <LoadingScreen />;
  if (lookup.status === 'failed') return <ProfileFailed query={query} />;
  return children(user, lookup.status === 'found' ? lookup.profile : null);
}
