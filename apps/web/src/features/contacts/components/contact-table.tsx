import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import type { Profile } from '../../../lib/database-types.ts';

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
  const head = 'px-4 py-3 text-start font-semibold text-ink-soft text-xs';
  const cell = 'md:px-4 md:py-3 max-md:before:me-2 max-md:before:text-ink-soft max-md:before:text-xs';
  return (
    <table className="w-full max-md:block md:rounded-card md:border md:bg-surface">
      <thead className="max-md:sr-only md:border-b">
        <tr>
          <th scope="col" className={head}>
            {t('contacts.name')}
          </th>
          <th scope="col" className={head}>
            {t('contacts.company')}
          </th>
          <th scope="col" className={head}>
            {t('contacts.email')}
          </th>
          <th scope="col" className={head}>
            {t('contacts.phone')}
          </th>
          <th scope="col" className={head}>
            {t('contacts.action')}
          </th>
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-3">
        {contacts.map((contact) => (
          <tr
            key={contact.id}
            className="border-b last:border-b-0 max-md:grid max-md:gap-1 max-md:rounded-card max-md:border max-md:bg-surface max-md:p-4"
          >
            <td className={cell}>
              <span className="flex items-center gap-3">
                <Avatar name={contact.name} url={contact.avatar_url} className="size-9 text-xs" />
                <bdi className="font-semibold">{contact.name}</bdi>
              </span>
            </td>
            <td
              data-label={t('contacts.company')}
              className={`${cell} max-md:before:content-[attr(data-label)]`}
            >
              <bdi>{contact.company || t('common.notAvailable')}</bdi>
            </td>
            <td
              data-label={t('contacts.email')}
              className={`${cell} max-md:before:content-[attr(data-label)]`}
            >
              <bdi className="break-all">{contact.email || t('common.notAvailable')}</bdi>
            </td>
            <td
              data-label={t('contacts.phone')}
              className={`${cell} max-md:before:content-[attr(data-label)]`}
            >
              <bdi className="whitespace-nowrap tabular-nums">
                {contact.phone || t('common.notAvailable')}
              </bdi>
            </td>
            <td className="max-md:mt-2 md:px-4 md:py-2">
              <Button
                variant="secondary"
                className="max-md:w-full"
                busy={startingWith === contact.id}
                disabled={startingWith !== null}
                onClick={() => onStartChat(contact)}
              >
                {t('contacts.startChat')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
