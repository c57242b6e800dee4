import { Ban } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { UnblockButton } from './unblock-button.tsx';

/** Replaces the composer between two people of whom one has blocked the other. */
export function BlockedNotice({ person }: { person: { id: string; name: string } }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className="safe-x safe-bottom flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t bg-sunken pt-3 text-ink-soft text-sm"
    >
      <p className="flex min-w-0 items-start gap-2">
        <Ban aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
        <span className="wrap-anywhere">{t('trust.blockedNotice', { name: person.name })}</span>
      </p>
      <UnblockButton person={person} />
    </div>
  );
}
