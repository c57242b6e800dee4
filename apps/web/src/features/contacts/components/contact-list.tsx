import { chatPath } from '@dragoman/domain/routes';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useStartChat } from '../api/start-chat.ts';
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

const ROWS = [0, 1, 2, 3];

/** The shape of the contacts before they come: rows, on a phone cards. */
function ContactsSkeleton() {
  return (
    <>
      <Skeleton className="mb-4 h-11 w-full md:w-80" />
      <div className="max-md:grid max-md:gap-3 md:overflow-hidden md:rounded-card md:border md:bg-surface">
        {ROWS.map((row) => (
          <div
            key={row}
            className="max-md:rounded-card max-md:border max-md:bg-surface max-md:p-4 md:flex md:items-center md:gap-6 md:border-b md:px-5 md:py-4 md:last:border-b-0"
          >
            <div className="flex items-center gap-3">
              <Skeleton className="size-11 rounded-full md:size-9" />
              <Skeleton className="h-5 w-40" />
            </div>
            <Skeleton className="h-5 flex-1 max-md:hidden" />
            <Skeleton className="h-11 max-md:mt-3 max-md:w-full md:w-28" />
          </div>
        ))}
      </div>
    </>
  );
}
