import { HOME_PATH } from '@dragoman/domain/routes';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { Button } from '@/shared/ui/button.tsx';

/**
 * In place of a page that needs the user's profile, which could not be read: to be tried again, or
 * left.
 */
export function ProfileLoadError({ query }: { query: Pick<UseQueryResult, 'isFetching' | 'refetch'> }) {
  const { t } = useTranslation();
  return (
    <FullPage title={t('errors.profileTitle')} text={t('errors.profileText')}>
      <div className="flex flex-wrap justify-center gap-3">
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
        <Button asChild variant="secondary">
          <Link to={HOME_PATH}>{t('common.goHome')}</Link>
        </Button>
      </div>
    </FullPage>
  );
}
