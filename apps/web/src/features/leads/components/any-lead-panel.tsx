import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { openLeadPanel, useLeadPanel } from '@/entities/lead/lead-panel.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { toast } from '@/shared/toast/toast.ts';
import { onTextsJoined } from '../api/lead-queue.ts';

const loadPanel = async () => (await import('./lead-panel.tsx')).LeadPanel;

/**
 * A page that has been there for so long, in ms, fetches the panel: it is wanted without a network,
 * too.
 */
const PANEL_AFTER_MS = 5_000;

/** On every protected page: the panel that any page may open. */
export function AnyLeadPanel() {
  const profile = useProfile().data;
  return profile ? <OpenedLead me={profile} /> : null;
}

function OpenedLead({ me }: { me: Profile }) {
  const { t } = useTranslation();
  const person = useLeadPanel();
  const { pathname } = useLocation();

  // It belongs to the page that has opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what closes it
  useEffect(() => () => openLeadPanel(null), [pathname]);
  useEffect(
    () =>
      onTextsJoined(() =>
        toast(t('leads.joinedTitle'), { id: 'lead-joined', description: t('leads.joined') }),
      ),
    [t],
  );

  useEffect(() => {
    // A failed load is repeated when the panel is opened.
    const later = setTimeout(() => void loadPanel().catch(() => {}), PANEL_AFTER_MS);
    return () => clearTimeout(later);
  }, []);
  const LeadPanel = useLazyComponent(person !== null, loadPanel, () => openLeadPanel(null));

  return person && LeadPanel && <LeadPanel key={person.id} me={me} person={person} />;
}
