import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactCardCompact } from '@/entities/card/contact-card-compact.tsx';
import type { Profile } from '@/shared/api/database-types.ts';
import { AddressText } from '@/shared/ui/address-text.tsx';

interface ContactCardsProps {
  contacts: Profile[];
  onOpen: (contact: Profile) => void;
  /** The last column of the table, as buttons of each card. */
  action: (contact: Profile) => ReactNode;
}

/** The contacts on a phone: compact cards, which open into the full ones. */
export function ContactCards({ contacts, onOpen, action }: ContactCardsProps) {
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
