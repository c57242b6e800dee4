import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import type { Profile } from '../../../lib/database-types.ts';

const COLUMNS = ['name', 'company', 'email', 'phone', 'action'] as const;

interface ContactTableProps {
  contacts: Profile[];
  /** Id of the contact a session is being created with. */
  startingWith: string | null;
  onStartChat: (contact: Profile) => void;
}

/**
 * The contacts table (spec section 2). On a phone each row is laid out as a card with the column's name before each
 * value.
 */
export function ContactTable({ contacts, startingWith, onStartChat }: ContactTableProps) {
  const { t } = useTranslation();
  return (
    <div className="md:overflow-hidden md:rounded-card md:border md:bg-surface">
      <table className="w-full max-md:block">
        <thead className="border-b max-md:sr-only">
          <tr>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className="px-3 py-3 text-start font-semibold text-ink-soft text-xs first:ps-5 last:pe-5"
              >
                {t(`contacts.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:gap-3">
          {contacts.map((contact) => (
            <ContactRow
              key={contact.id}
              contact={contact}
              starting={startingWith === contact.id}
              disabled={startingWith !== null}
              onStartChat={() => onStartChat(contact)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ContactRowProps {
  contact: Profile;
  starting: boolean;
  disabled: boolean;
  onStartChat: () => void;
}

function ContactRow({ contact, starting, disabled, onStartChat }: ContactRowProps) {
  const { t } = useTranslation();
  return (
    <tr className="max-md:grid max-md:gap-1 max-md:rounded-card max-md:border max-md:bg-surface max-md:p-4 md:border-b md:last:border-b-0">
      <td className="max-md:mb-2 md:py-3 md:ps-5 md:pe-3">
        <span className="flex items-center gap-3">
          <Avatar name={contact.name} url={contact.avatar_url} className="size-9 text-xs" />
          <bdi className="font-semibold">{contact.name}</bdi>
        </span>
      </td>
      <Detail label={t('contacts.company')}>{contact.company || t('common.notAvailable')}</Detail>
      <Detail label={t('contacts.email')} className="wrap-anywhere">
        {contact.email || t('common.notAvailable')}
      </Detail>
      <Detail label={t('contacts.phone')} className="whitespace-nowrap tabular-nums">
        {contact.phone || t('common.notAvailable')}
      </Detail>
      <td className="max-md:mt-3 md:py-2 md:ps-3 md:pe-5">
        <Button
          variant="secondary"
          className="whitespace-nowrap max-md:w-full"
          busy={starting}
          disabled={disabled}
          onClick={onStartChat}
        >
          {t('contacts.startChat')}
        </Button>
      </td>
    </tr>
  );
}

interface DetailProps {
  label: string;
  className?: string;
  children: string;
}

/** A cell that carries its column's name along when there are no columns. */
function Detail({ label, className, children }: DetailProps) {
  return (
    <td
      data-label={label}
      className="text-sm max-md:grid max-md:grid-cols-[5.5rem_minmax(0,1fr)] max-md:items-baseline max-md:before:text-ink-soft max-md:before:text-xs max-md:before:content-[attr(data-label)] md:px-3 md:py-3"
    >
      {/* The span keeps the value beside its label: as a grid item, bdi alone would align Arabic to the other side. */}
      <span className={className}>
        <bdi>{children}</bdi>
      </span>
    </td>
  );
}
