import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

interface ShowMoreProps {
  shown: number;
  /** The number of all entries. */
  count: number;
  onMore: () => void;
}

/**
 * Under a list that shows only its first entries: how many of them, and a button for more. Nothing
 * when all are shown.
 */
export function ShowMore({ shown, count, onMore }: ShowMoreProps) {
  const { t } = useTranslation();
  if (shown >= count) return null;
  return (
    <div className="mt-6 flex flex-col items-center gap-2">
      <p className="text-ink-soft text-sm">{t('contacts.shown', { shown, count })}</p>
      <Button variant="secondary" onClick={onMore}>
        {t('contacts.showMore')}
      </Button>
    </div>
  );
}
