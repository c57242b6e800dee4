import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from '../lib/cn.ts';

/** The query of the contacts page that shows its card box. */
export const CARD_BOX_QUERY = 'box';

/** The two halves of the contacts page: people with a profile, and paper cards that were scanned. */
export function ContactsTabs({ current }: { current: 'people' | 'cards' }) {
  const { t } = useTranslation();
  const tabs = [
    { name: 'people', to: '.', label: t('cardBox.tabPeople') },
    { name: 'cards', to: `?${CARD_BOX_QUERY}`, label: t('cardBox.tabCards') },
  ] as const;
  return (
    <nav aria-label={t('cardBox.tabs')} className="mb-5 flex gap-6 border-b">
      {tabs.map(({ name, to, label }) => (
        <Link
          key={name}
          to={to}
          aria-current={name === current ? 'page' : undefined}
          className={cn(
            '-mb-px flex min-h-11 items-center border-b-2 font-semibold text-sm transition-colors duration-150',
            name === current
              ? 'border-primary text-primary'
              : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
