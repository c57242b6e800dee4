import { useTranslation } from 'react-i18next';
import { FullPage } from '../components/full-page.tsx';
import { Button } from '../components/ui/button.tsx';

/** What is shown when a page throws, or its code cannot be loaded because a new release has replaced it. */
export function RouteError() {
  const { t } = useTranslation();
  return (
    <FullPage title={t('errors.crashTitle')} text={t('errors.crashText')}>
      <Button onClick={() => window.location.reload()}>{t('errors.reload')}</Button>
    </FullPage>
  );
}
