import type { User } from '@supabase/auth-js';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FullPage } from '../../../components/full-page.tsx';
import { LoadingScreen } from '../../../components/loading-screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useUser } from '../../../lib/auth-context.ts';
import type { Profile } from '../../../lib/database-types.ts';
import { profileLookup } from '../../../lib/profile-lookup.ts';
import { useProfile } from '../../../lib/profile-query.ts';

/** Waits for the profile before a form is filled from it: a form that starts empty would overwrite what is saved. */
export function ProfileReady({ children }: { children: (user: User, profile: Profile | null) => ReactNode }) {
  const { t } = useTranslation();
  const user = useUser();
  const query = useProfile();
  const lookup = profileLookup(query);
  if (!user || lookup.status === 'loading') return <LoadingScreen />;
  if (lookup.status === 'failed') {
    return (
      <FullPage title={t('errors.profileTitle')} text={t('errors.profileText')}>
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </FullPage>
    );
  }
  return children(user, lookup.status === 'found' ? lookup.profile : null);
}
