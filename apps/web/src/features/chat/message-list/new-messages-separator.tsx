import { useTranslation } from 'react-i18next';

/** The line above messages that arrived while the viewer was farther up. */
export function NewMessagesSeparator() {
  const { t } = useTranslation();
  return (
    <p
      data-new-line
      className="flex items-center gap-3 pt-4 pb-1 font-semibold text-warning text-xs before:h-px before:flex-1 before:bg-current/40 after:h-px after:flex-1 after:bg-current/40"
    >
      {t('chat.newMessages')}
    </p>
  );
}
