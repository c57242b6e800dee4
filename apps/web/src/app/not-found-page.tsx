import { HOME_PATH } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FullPage } from '@/components/full-page.tsx';
import { Button } from '@/components/ui/button.tsx';
import { usePageTitle } from '@/lib/use-page-title.ts';

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
