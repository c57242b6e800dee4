import i18next from 'i18next';
import { toast } from './toast.ts';

/**
 * Says that a part of the page did not load, and offers to load the page again: Safari and older
 * Chromes remember that an import has failed, so that asking for it again cannot help there. What
 * the user has typed is kept (`../offline/form-drafts.ts`).
 */
export function offerReload(): void {
  toast.error(i18next.t('common.error'), {
    id: 'on-demand',
    description: i18next.t('onDemand.failed'),
    action: { label: i18next.t('errors.reload'), onClick: () => location.reload() },
  });
}
