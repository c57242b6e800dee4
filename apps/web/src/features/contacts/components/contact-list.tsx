import { chatPath } from '@dragoman/domain/routes';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryView } from '../../../components/query-view.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useCurrentProfile } from '../../../lib/current-profile.ts';
import type { Profile } from '../../../lib/database-types.ts';
import { useStartChat } from '../api/start-chat.ts';
import { ContactTable } from './contact-table.tsx';

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
  const startChat = useStartChat(useCurrentProfile());
  return (
    <QueryView
      query={query}
      loadingText={t('contacts.loading')}
      skeleton={<ContactsSkeleton />}
      isEmpty={(contacts) => contacts.length === 0}
      empty={<EmptyState icon={emptyIcon} title={emptyTitle} text={emptyText} />}
    >
      {(contacts) => (
        <ContactTable
          contacts={contacts}
          startingWith={startChat.isPending ? startChat.variables.id : null}
          onStartChat={(contact) =>
            startChat.mutate(contact, { onSuccess: (session) => void navigate(chatPath(session.id)) })
          }
        />
      )}
    </QueryView>
  );
}

function ContactsSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border bg-surface">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-6 border-b px-5 py-4 last:border-b-0">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 flex-1" />
          <Skeleton className="h-11 w-28" />
        </div>
      ))}
    </div>
  );
}
