import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Profile } from '@/shared/api/database-types.ts';
import { useProfile } from '../profile/profile-query.ts';
import { useMyBooth } from './my-booth.ts';
import { useLiveBooth } from './use-live-booth.ts';

/**
 * On every protected page of a vendor: who acts for another booth from now on, because they joined
 * or were removed, reads everything again. A vendor without a team keeps no channel for it. Shows
 * nothing.
 */
export function BoothStarter() {
  const profile = useProfile().data;
  return profile?.role === 'vendor' ? <FollowBooth profile={profile} /> : null;
}

function FollowBooth({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient();
  const booth = useMyBooth(profile).data;
  const boothId = booth?.id;
  useLiveBooth(profile.id, booth?.team ? boothId : undefined);
  // Until the answer is there, pages read what is the person's own.
  const before = useRef(boothId ?? profile.id);
  useEffect(() => {
    if (!boothId) return;
    if (before.current !== boothId) void queryClient.invalidateQueries();
    before.current = boothId;
  }, [queryClient, boothId]);
  return null;
}
