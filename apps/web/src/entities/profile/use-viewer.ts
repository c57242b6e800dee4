import type { Viewer } from '@dragoman/domain/navigation/decision';
import { useAuth, useIsGuest, viewerAuth } from '@/shared/auth/auth-context.ts';
import { profileLookup } from './profile-lookup.ts';
import { useProfile } from './profile-query.ts';

/** @returns the viewer, in the terms of the navigation decisions */
export function useViewer(): Viewer {
  const { state } = useAuth();
  const profile = profileLookup(useProfile());
  return { auth: viewerAuth(state), profile, guest: useIsGuest() };
}
