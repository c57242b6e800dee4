import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { addressParts } from '@/shared/format/address-parts.ts';
import { AddressText } from '@/shared/ui/address-text.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { type ContactOrder, nextOrder, SORT_COLUMNS, type SortColumn } from '../model/contact-order.ts';

/**
 * A telephone number as it is written; anything longer is several of them or a remark, and may
 * break.
 */
const NUMBER_CHARACTERS = 20;

/** The width of a bold letter. */
const LETTER_EM = 0.65;
/** How much each asks for: a tablet has more room than a laptop with a menu and sponsors. */
const NAME_PART = 'min-w-[min(var(--part),11em)] lg:max-[90rem]:min-w-[min(var(--part),7em)]';
const COMPANY_PART =
  'min-w-[min(var(--part),7.2em)] lg:min-w-[min(var(--part),5em)] lg:max-[90rem]:min-w-[min(var(--part),4.5em)]';
const EMAIL_PART = 'min-w-[min(var(--part),10ch)] min-[90rem]:min-w-[min(var(--part),15ch)]';

/** A line may break after these. */
const WORD_ENDS = /[\s-]/;

const VALUE = 'wrap-anywhere px-2 py-2 text-sm';

interface ContactTableProps {
  contacts: Profile[];
  order: ContactOrder;
  onOrder: (order: ContactOrder) => void;
  onOpen: (contact: Profile) => void;
  /** The last column. */
  action: (contact: Profile) => ReactNode;
}

/** The contacts table (specification 2.14), sorted by a click on a heading. */
export function ContactTable({ contacts, order, onOrder, onOpen, action }: ContactTableProps) {
  const { t } = useTranslation();
  return (
    <div className="overflow-hidden rounded-card border bg-surface">
      <table className="w-full">
        <thead className="border-b">
          <tr>
            {SORT_COLUMNS.map((column) => (
              <SortHeading key={column} column={column} order={order} onOrder={onOrder} />
            ))}
            <th scope="col" className="ps-2 pe-3 text-start font-semibold text-ink-soft text-xs">
              {t('contacts.action')}
            </th>
          </tr>
        </thead>
        <tbody>
          {contacts.map((contact) => (
            <tr key={contact.id} className="border-b last:border-b-0">
              <td className="min-w-32 min-[90rem]:min-w-38 py-2 ps-4 pe-2">
                <button
                  type="button"
                  aria-haspopup="dialog"
                  title={t('contactCard.show')}
                  onClick={() => onOpen(contact)}
                  className="wrap-anywhere flex min-h-11 items-center text-start font-semibold text-sm underline-offset-4 hover:underline"
                >
                  <Parts of={(contact.name ?? '').split(WORD_ENDS)} className={NAME_PART}>
                    <bdi className="page-aligned">{contact.name || t('chat.someone')}</bdi>
                  </Parts>
                </button>
              </td>
              <td className={VALUE}>
                <Parts of={(contact.company ?? '').split(WORD_ENDS)} className={COMPANY_PART}>
                  <bdi>{contact.company || t('common.notAvailable')}</bdi>
                </Parts>
              </td>
              <td className={VALUE}>
                <Parts of={addressParts(contact.email ?? '')} className={EMAIL_PART}>
                  {contact.email ? <AddressText>{contact.email}</AddressText> : t('common.notAvailable')}
                </Parts>
              </td>
              <td
                className={cn(
                  VALUE,
                  'tabular-nums',
                  (contact.phone?.length ?? 0) <= NUMBER_CHARACTERS && 'min-[90rem]:whitespace-nowrap',
                )}
              >
                <bdi>{contact.phone || t('common.notAvailable')}</bdi>
              </td>
              <td className="py-2 ps-2 pe-3">{action(contact)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortHeadingProps {
  column: SortColumn;
  order: ContactOrder;
  onOrder: (order: ContactOrder) => void;
}

function SortHeading({ column, order, onOrder }: SortHeadingProps) {
  const { t } = useTranslation();
  const current = order.column === column;
  const Icon = !current ? ChevronsUpDown : order.descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={current ? (order.descending ? 'descending' : 'ascending') : 'none'}
      className="px-1 text-start first:ps-3"
    >
      <button
        type="button"
        onClick={() => onOrder(nextOrder(order, column))}
        className={cn(
          'flex min-h-11 items-center gap-1.5 rounded-control px-2 font-semibold text-xs hover:text-ink',
          current ? 'text-ink' : 'text-ink-soft',
        )}
      >
        {t(`contacts.${column}`)}
        <Icon aria-hidden="true" className={cn('size-3.5', !current && 'opacity-60')} />
      </button>
    </th>
  );
}

interface PartsProps {
  of: string[];
  /** How much it asks for at most. */
  className: string;
  children: ReactNode;
}

/**
 * A text is as wide as its longest part: words break where they must, and a column that may break
 * anywhere would be given the room of one letter. How much it asks for ends where the other columns
 * would be pushed out of the table.
 */
function Parts({ of: parts, className, children }: PartsProps) {
  const longest = Math.max(...parts.map((part) => part.length));
  return (
    <span
      style={{ '--part': `${longest * LETTER_EM}em` } as CSSProperties}
      className={cn('block', className)}
    >
      {children}
    </span>
  );
}
