import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { cn } from '@/shared/ui/cn.ts';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';

interface SectionCardProps {
  to: string;
  icon: LucideIcon;
  title: string;
  /** The state of the query behind the number; omitted when a word replaces the number. */
  value?: { isError: boolean };
  number?: number | undefined;
  word?: string;
  detail: string;
  className?: string;
}

/**
 * One of the overview's three cards: a figure or a word, and the whole card leads to its section.
 */
export function SectionCard({
  to,
  icon: Icon,
  title,
  value,
  number,
  word,
  detail,
  className,
}: SectionCardProps) {
  const { t, i18n } = useTranslation();
  const known = word ?? (number === undefined ? undefined : formatCount(number, i18n.language));
  return (
    <Link
      to={to}
      className={cn(
        'grid content-start gap-2 rounded-card border bg-surface p-4 transition-colors duration-150 hover:border-primary sm:gap-3 sm:p-5',
        className,
      )}
    >
      <span className="flex items-center justify-between gap-3">
        <h2 className="font-semibold text-sm">{title}</h2>
        <Icon aria-hidden="true" className="size-5 shrink-0 text-primary" />
      </span>
      {known !== undefined && <span className="font-semibold text-xl tabular-nums">{known}</span>}
      {known === undefined && !value?.isError && <Skeleton className="h-8.5 w-16" />}
      <span className="text-ink-soft text-sm">
        {known === undefined && value?.isError
          ? t('overview.countFailed')
          : known === undefined
            ? ' '
            : detail}
      </span>
    </Link>
  );
}

function formatCount(count: number, language: string): string {
  return new Intl.NumberFormat(intlLocale(language)).format(count);
}
