import { chatPath } from '@dragoman/domain/routes';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { useStartChat } from '../api/start-chat.ts';
import { ContactsSkeleton } from './contacts-skeleton.tsx';
import { ContactsView } from './contacts-view.tsx';

interface ContactListProps {
  query: UseQueryResult<Profile[]>;
  emptyIcon: LucideIcon;
  emptyTitle: string;
  emptyText: string;
}

/** The contacts of either role, in all their looks, with 'Start Chat'. */
export function ContactList({ query, emptyIcon, emptyTitle, emptyText }: ContactListProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { start, startingWith } = useStartChat(useCurrentProfile());
  return (
    <QueryView
      query={query}
      loadingText={t('contacts.loading')}
      skeleton={<ContactsSkeleton />}
      isEmpty={(contacts) => contacts.length === 0}
      empty={<EmptyState icon={emptyIcon} title={emptyTitle} text={emptyText} />}
    >
      {(contacts) => (
        <ContactsView
          contacts={contacts}
          startingWith={startingWith}
          onStartChat={(contact) => start(contact, (chat) => void navigate(chatPath(chat.id)))}
        />
      )}
    </QueryView>
  );
}
