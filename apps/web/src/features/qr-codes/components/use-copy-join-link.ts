import { joinLink } from '@dragoman/domain/join-link';
import { useTranslation } from 'react-i18next';
import { copyText } from '@/shared/browser/copy-text.ts';
import { toast } from '@/shared/toast/toast.ts';

/** @returns an action that copies a session's link, and says whether that worked. */
export function useCopyJoinLink(chatId: string): () => Promise<void> {
  const { t } = useTranslation();
  return async () => {
    const copied = await copyText(joinLink(window.location.origin, chatId));
    if (copied) toast.success(t('qr.copied'));
    else toast.error(t('qr.copyFailed'));
  };
}
