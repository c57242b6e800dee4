import { Merge } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { Button } from '@/shared/ui/button.tsx';

interface DuplicatesNoticeProps {
  groups: readonly ScannedCard[][];
  onReview: (group: ScannedCard[]) => void;
}

/** Offers to make cards one that look like one person's; one group after the other. */
export function DuplicatesNotice({ groups, onReview }: DuplicatesNoticeProps) {
  const { t, i18n } = useTranslation();
  const [group] = groups;
  if (!group) return null;
  const names = group.map(({ name, company, email, phone }) => name ?? company ?? email ?? phone ?? '');
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format([...new Set(names)]);
  return (
    <div
      role="status"
      className="mb-4 flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-warning/40 bg-accent-tint p-4"
    >
      <Merge aria-hidden="true" className="size-5 shrink-0 text-warning" />
      <p className="wrap-anywhere min-w-0 flex-1 basis-52 text-sm">
        {t('cardBox.duplicates', { count: group.length, names: list })}
      </p>
      <Button variant="secondary" onClick={() => onReview(group)}>
        {t('cardBox.review')}
      </Button>
    </div>
  );
}
