import { SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactCardCompact } from '@/entities/card/contact-card-compact.tsx';
import { ContactCardDialog } from '@/entities/card/contact-card-dialog.tsx';
import { NotesButton } from '@/entities/lead/notes-button.tsx';
import { PersonSafety } from '@/entities/safety/person-safety.tsx';
import type { Profile } from '@/shared/api/database-types.ts';
import { useMediaQuery } from '@/shared/hooks/use-media-query.ts';
import { AddressText } from '@/shared/ui/address-text.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { ShowMore } from '@/shared/ui/show-more.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { arrangedContacts, type ContactOrder, DEFAULT_ORDER, searchable } from '../model/contact-order.ts';
import { ContactTable } from './contact-table.tsx';
import { ContactTools } from './contact-tools.tsx';

/** Rows drawn at a time: a few screens; the browser stays quick with thousands of contacts. */
const SHOWN_AT_ONCE = 100;

/** The width at which the table has room for its five columns. */
const TABLE = '(min-width: 48rem)';

interface ContactsViewProps {
  contacts: Profile[];
  /** Id of the contact a session is being created with. */
  startingWith: string | null;
  onStartChat: (contact: Profile) => void;
}

/** Contacts with search and sorting: a table, on a phone cards. */
export function ContactsView({ contacts, startingWith, onStartChat }: ContactsViewProps) {
  const { t, i18n } = useTranslation();
  const [query, setQuery] = useState('');
  const [order, setOrder] = useState<ContactOrder>(DEFAULT_ORDER);
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const [opened, setOpened] = useState<Profile | null>(null);
  const asTable = useMediaQuery(TABLE);
  // Typing stays quick while thousands of rows are compared.
  const wanted = useDeferredValue(query);
  const keyed = useMemo(() => searchable(contacts), [contacts]);
  const found = useMemo(
    () => arrangedContacts(keyed, wanted, order, i18n.language),
    [keyed, wanted, order, i18n.language],
  );
  const shown = found.slice(0, limit);

  const startButton = (contact: Profile, variant: 'primary' | 'secondary' = 'secondary') => (
    <Button
      variant={variant}
      className="xs:whitespace-nowrap"
      busy={startingWith === contact.id}
      disabled={startingWith !== null}
      onClick={() => onStartChat(contact)}
    >
      {t('contacts.startChat')}
    </Button>
  );

  const actions = (contact: Profile) => (
    <div className="flex items-center gap-1 max-md:*:first:flex-1">
      {startButton(contact)}
      <NotesButton person={contact} />
    </div>
  );

  return (
    <>
      <ContactTools
        query={query}
        onQuery={(text) => {
          setQuery(text);
          setLimit(SHOWN_AT_ONCE);
        }}
        order={order}
        onOrder={setOrder}
        sortable={!asTable}
      />
      <p role="status" className="mb-3 text-ink-soft text-sm">
        {wanted.trim()
          ? t('contacts.found', { count: found.length })
          : t('contacts.all', { count: contacts.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={t('contacts.noneFoundTitle')} text={t('contacts.noneFoundText')}>
          <Button variant="secondary" onClick={() => setQuery('')}>
            {t('contacts.clearSearch')}
          </Button>
        </EmptyState>
      ) : asTable ? (
        <ContactTable contacts={shown} order={order} onOrder={setOrder} onOpen={setOpened} action={actions} />
      ) : (
        <ContactCards contacts={shown} onOpen={setOpened} action={actions} />
      )}
      <ShowMore shown={shown.length} count={found.length} onMore={() => setLimit(limit + SHOWN_AT_ONCE)} />
      {opened && (
        <ContactCardDialog
          person={opened}
          open
          onOpenChange={(open) => !open && setOpened(null)}
          actions={startButton(opened, 'primary')}
          footer={<PersonSafety person={opened} />}
        />
      )}
    </>
  );
}

interface ContactCardsProps {
  contacts: Profile[];
  onOpen: (contact: Profile) => void;
  /** The last column of the table, as buttons of each card. */
  action: (contact: Profile) => ReactNode;
}

/** The contacts on a phone: compact cards, which open into the full ones. */
function ContactCards({ contacts, onOpen, action }: ContactCardsProps) {
  const { t } = useTranslation();
  return (
    <ul className="grid grid-cols-1 gap-3">
      {contacts.map((contact) => (
        <li key={contact.id}>
          <ContactCardCompact
            person={contact}
            noCompany={t('common.notAvailable')}
            onOpen={() => onOpen(contact)}
            actions={action(contact)}
          >
            {contact.email && (
              <p className="text-ink-soft text-xs">
                <AddressText>{contact.email}</AddressText>
              </p>
            )}
            <p className="text-ink-soft text-xs tabular-nums">
              {contact.phone ? (
                <bdi>{contact.phone}</bdi>
              ) : (
                `${t('contacts.phone')}: ${t('common.notAvailable')}`
              )}
            </p>
          </ContactCardCompact>
        </li>
      ))}
    </ul>
  );
}
