import { HOME_PATH } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { Button } from '@/shared/ui/button.tsx';

/** Any address that no route knows. */
export function NotFoundPage() {
  const { t } = useTranslation();
  usePageTitle(t('errors.notFoundTitle'));
  return (
    <FullPage title={t('errors.notFoundTitle')} text={t('errors.notFoundText')}>
      <Button asChild>
        <Link to={HOME_PATH}>{t('common.goHome')}</Link>
      </Button>
    </FullPage>
  );
}
