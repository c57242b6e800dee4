import { joinLink } from '@dragoman/domain/join-link';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';

/** @returns an action that copies a session's link, and says whether that worked (it needs https or localhost). */
export function useCopyJoinLink(sessionId: string): () => Promise<void> {
  const { t } = useTranslation();
  return async () => {
    try {
      await navigator.clipboard.writeText(joinLink(window.location.origin, sessionId));
      toast.success(t('qr.copied'));
    } catch {
      toast.error(t('qr.copyFailed'));
    }
  };
}
