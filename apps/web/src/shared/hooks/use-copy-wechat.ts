import { useTranslation } from 'react-i18next';
import { copyText } from '../browser/copy-text.ts';
import { toast } from '../toast/toast.ts';

/** @returns an action that copies a WeChat ID, and says whether that worked. */
export function useCopyWeChat(): (id: string) => Promise<void> {
  const { t } = useTranslation();
  return async (id) => {
    if (await copyText(id)) toast.success(t('chat.weChatCopied'));
    else toast.error(t('common.error'), { description: t('chat.copyFailed', { id }) });
  };
}
