import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { onNewVersion } from './service-worker.ts';

/**
 * Offers to load a new version; it is taken with the next loading of the page anyway. Shows nothing
 * itself.
 */
export function NewVersionNotice() {
  const { t } = useTranslation();
  useEffect(
    () =>
      onNewVersion(() => {
        toast(t('network.newVersionTitle'), {
          id: 'new-version',
          description: t('network.newVersionText'),
          duration: Number.POSITIVE_INFINITY,
          action: { label: t('network.newVersionLoad'), onClick: () => window.location.reload() },
        });
      }),
    [t],
  );
  return null;
}
