import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';

/**
 * The scroll-to-bottom button (specification 2.19), with the number of messages that came
 * meanwhile.
 */
export function ScrollToBottomButton({ missed, onClick }: { missed: number; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button
        variant="secondary"
        size="icon"
        onClick={onClick}
        aria-label={missed > 0 ? t('chat.scrollToNew', { count: missed }) : t('chat.scrollToBottom')}
        className="pointer-events-auto relative animate-rise rounded-full shadow-soft"
      >
        <ArrowDown aria-hidden="true" className="size-5" />
        {missed > 0 && (
          <span
            aria-hidden="true"
            className="absolute -end-1 -top-1 min-w-5 rounded-full bg-accent px-1 text-on-accent text-xs tabular-nums"
          >
            {missed > 99 ? '99+' : missed}
          </span>
        )}
      </Button>
    </div>
  );
}
