import { useTranslation } from 'react-i18next';
import { badgeText } from '../page/page-title.ts';
import { cn } from '../ui/cn.ts';

/** A small count of new entries, with words for screen readers. Nothing for 0. */
export function UnseenBadge({
  count,
  label,
  className,
}: {
  count: number;
  label: string;
  className?: string;
}) {
  if (count === 0) return null;
  return (
    <span className={cn('inline-flex', className)}>
      <span
        aria-hidden="true"
        className="min-w-5.5 rounded-full bg-accent px-1.5 text-center font-semibold text-on-accent text-xs tabular-nums leading-5.5"
      >
        {badgeText(count)}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** In how many chats something is new, beside the sessions' entry in a menu. */
export function UnseenChatsBadge({ count, className }: { count: number; className?: string }) {
  const { t } = useTranslation();
  return (
    <UnseenBadge count={count} label={t('sessions.unseenChats', { count })} className={className ?? ''} />
  );
}
