import { useEffect } from 'react';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { useUser } from '@/shared/auth/auth-context.ts';
import { rememberOwner } from '@/shared/auth/session-end.ts';

/**
 * Records the user whose data this device holds, for the day on which the server ends their
 * session. Shows nothing.
 */
export function RecordDeviceOwner() {
  const { id, is_anonymous } = useUser() ?? {};
  const profileId = useProfile().data?.id;
  // Depends on the noted values, and not on every renewed token: that would make the note of an end
  // void while the session is being removed.
  useEffect(() => {
    if (id) rememberOwner({ id, is_anonymous }, profileId);
  }, [id, is_anonymous, profileId]);
  return null;
}
