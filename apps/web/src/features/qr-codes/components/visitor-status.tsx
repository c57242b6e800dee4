import { UserRoundCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Party } from '@/shared/api/database-types.ts';

/** Shows whether a visitor has scanned the code. A scan updates it live and is announced. */
export function VisitorStatus({ visitor }: { visitor: Party | null }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="flex min-h-8 items-center gap-2 text-sm">
      {visitor ? (
        <span className="wrap-anywhere flex animate-rise items-center gap-2 rounded-[1rem] bg-success-tint px-3 py-1.5 font-semibold text-success">
          <UserRoundCheck aria-hidden="true" className="size-4.5 shrink-0" />
          {visitor.name ? t('qr.joined', { name: visitor.name }) : t('qr.joinedSomeone')}
        </span>
      ) : (
        <span className="flex items-center gap-2.5 text-ink-soft">
          <span aria-hidden="true" className="size-2 shrink-0 animate-pulse-soft rounded-full bg-accent" />
          {t('qr.waiting')}
        </span>
      )}
    </p>
  );
}
