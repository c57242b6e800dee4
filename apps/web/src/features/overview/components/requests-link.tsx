import { dashboardPath } from '@dragoman/domain/routes';
import { ChevronRight, MailQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRequests } from '@/entities/chat/requests.ts';
import type { Profile } from '@/shared/api/database-types.ts';

/** The number of visitors who have requested a chat; renders nothing without any. */
export function RequestsLink({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const count = useRequests(profile).data?.length ?? 0;
  if (count === 0) return null;
  return (
    <Link
      to={`${dashboardPath(profile.role)}/sessions`}
      className="mb-4 flex min-h-13 items-center gap-3 rounded-card border bg-surface px-4 font-semibold text-sm hover:bg-sunken sm:px-5"
    >
      <MailQuestion aria-hidden="true" className="size-5 shrink-0 text-primary" />
      <span className="flex-1">{t('trust.requests', { count })}</span>
      <ChevronRight aria-hidden="true" className="flip-rtl size-5 shrink-0 text-ink-soft" />
    </Link>
  );
}
