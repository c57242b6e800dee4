import { mailLink, telLink, webLink } from '@dragoman/domain/cards/contact-card';
import { Globe, Link2, type LucideIcon, Mail, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { AddressText } from '@/shared/ui/address-text.tsx';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Card } from '@/shared/ui/card.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { WeChatQrButton, WhatsAppQrButton } from './contact-qr.tsx';

/** The fields of a person that a card shows. */
export type CardPerson = Pick<
  Profile,
  | 'name'
  | 'company'
  | 'designation'
  | 'email'
  | 'phone'
  | 'website'
  | 'linkedin'
  | 'whatsapp'
  | 'wechat'
  | 'avatar_url'
>;

/**
 * The full contact card (specification 2.5): who it is, and every way to reach them that they have
 * given.
 */
export function ContactCard({ person, className }: { person: CardPerson; className?: string }) {
  const { t } = useTranslation();
  const ways: WayProps[] = [
    {
      icon: Mail,
      label: t('profileForm.email'),
      value: person.email,
      href: mailLink(person.email),
      address: true,
    },
    { icon: Phone, label: t('profileForm.phone'), value: person.phone, href: telLink(person.phone) },
    {
      icon: Globe,
      label: t('profileForm.website'),
      value: person.website,
      href: webLink(person.website),
      newTab: true,
      address: true,
    },
    {
      icon: Link2,
      label: t('profileForm.linkedin'),
      value: person.linkedin,
      href: webLink(person.linkedin),
      newTab: true,
      address: true,
    },
  ].filter(({ value }) => value?.trim());
  return (
    <Card className={cn('overflow-hidden', className)}>
      <div className="flex items-center gap-4 border-accent border-b-3 bg-deep p-5 text-white max-xs:flex-wrap">
        <Avatar
          name={person.name}
          url={person.avatar_url}
          className="size-16 bg-white/15 text-lg text-white"
        />
        <div className="wrap-anywhere min-w-0">
          <p className="font-semibold text-lg">
            <bdi>{person.name || t('chat.someone')}</bdi>
          </p>
          {person.designation && (
            <p className="text-sm text-white/85">
              <bdi>{person.designation}</bdi>
            </p>
          )}
          {person.company && (
            <p className="text-sm text-white/85">
              <bdi>{person.company}</bdi>
            </p>
          )}
        </div>
      </div>
      {ways.length > 0 && (
        <ul className="p-2">
          {ways.map((way) => (
            <Way key={way.label} {...way} />
          ))}
        </ul>
      )}
      {ways.length === 0 && !person.whatsapp?.trim() && !person.wechat?.trim() && (
        <p className="px-5 pt-4 text-ink-soft text-sm">{t('sharing.noWays')}</p>
      )}
      <div
        className={cn(
          'flex flex-wrap gap-2 px-4 pb-4 *:flex-1 *:basis-36 empty:hidden',
          ways.length === 0 && 'pt-4',
        )}
      >
        <WhatsAppQrButton person={person} />
        <WeChatQrButton person={person} />
      </div>
    </Card>
  );
}

interface WayProps {
  icon: LucideIcon;
  label: string;
  value: string | null;
  /** Null when the value is nothing that can be opened: it is shown then, and leads nowhere. */
  href: string | null;
  newTab?: boolean;
  /** Whether the value is a mail or web address. */
  address?: boolean;
}

function Way({ icon: Icon, label, value, href, newTab, address }: WayProps) {
  const { t } = useTranslation();
  const row = 'flex min-h-13 items-center gap-4 rounded-control px-3 py-1.5';
  const content = (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-primary" />
      <span className="min-w-0">
        <span className="block text-ink-soft text-xs">{label}</span>
        {address ? (
          <AddressText className="block font-semibold text-sm">{value ?? ''}</AddressText>
        ) : (
          <bdi className="wrap-anywhere block font-semibold text-sm">{value}</bdi>
        )}
      </span>
      {newTab && href && <span className="sr-only">{t('contactCard.newTab')}</span>}
    </>
  );
  return (
    <li>
      {href ? (
        <a
          href={href}
          {...(newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          className={cn(row, 'transition-colors duration-150 hover:bg-sunken')}
        >
          {content}
        </a>
      ) : (
        <div className={row}>{content}</div>
      )}
    </li>
  );
}
