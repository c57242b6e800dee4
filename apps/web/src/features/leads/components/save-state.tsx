import { CircleAlert, CloudOff, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { QUOTA_TEXTS } from '@/shared/api/quota.ts';
import { useReachability } from '@/shared/api/reachability.ts';
import { Spinner } from '@/shared/ui/status/spinner.tsx';
import type { PendingLead } from '../model/pending-lead.ts';

interface SaveStateProps {
  waiting: PendingLead | undefined;
  /** The server's state is known. */
  known: boolean;
  /** Colleagues see the notes, too. */
  team: boolean;
}

/** The state of a note in one quiet line: where it is saved, and who sees it. */
export function SaveState({ waiting, known, team }: SaveStateProps) {
  const { t } = useTranslation();
  const online = useReachability() === 'online';
  const [Icon, text] = waiting?.refused
    ? ([CircleAlert, t(waiting.full ? QUOTA_TEXTS.leads : 'leads.refused')] as const)
    : waiting && !online
      ? ([CloudOff, t('leads.waiting')] as const)
      : waiting
        ? ([Spinner, t('leads.saving')] as const)
        : ([
            known || online ? Lock : CloudOff,
            known || online ? t(team ? 'leads.privateTeam' : 'leads.private') : t('leads.unknown'),
          ] as const);
  return (
    <p
      role="status"
      className={`flex min-h-11 items-center gap-2 text-sm ${waiting?.refused ? 'text-danger' : 'text-ink-soft'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {text}
    </p>
  );
}
