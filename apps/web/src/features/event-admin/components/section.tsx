import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';

interface SectionProps {
  /** Its address on the page. */
  id: string;
  title: string;
  text?: string;
  /** Beside the heading. */
  badge?: ReactNode;
  children: ReactNode;
}

/** One part of the admin dashboard. */
export function Section({ id, title, text, badge, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="min-w-0 scroll-mt-6 rounded-card border bg-surface p-4 max-xs:p-3 sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={`${id}-title`} className="text-lg">
          {title}
        </h2>
        {badge}
      </div>
      {text && <p className="mt-1 max-w-2xl text-pretty text-ink-soft text-sm">{text}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

/**
 * Another administrator has saved in the meantime: the form neither overwrites that nor discards
 * the typed text without a question.
 */
export function ConflictNotice({ onLoadAgain }: { onLoadAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert tone="danger">
      {t('organiser.conflict')}{' '}
      <Button variant="link" size="inline" onClick={onLoadAgain}>
        {t('organiser.loadAgain')}
      </Button>
    </Alert>
  );
}
