import { telLink } from '@dragoman/domain/cards/contact-card';
import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { Card } from '@/shared/ui/card.tsx';
import type { CardPerson } from './contact-card.tsx';
import { WhatsAppQrButton } from './contact-qr.tsx';

interface ContactCardCompactProps {
  person: CardPerson;
  /** Shown where there is no company. */
  noCompany?: string;
  /** Opens the full card; the whole upper part is the target. */
  onOpen?: () => void;
  /** Notes under the name, such as missing fields. */
  children?: ReactNode;
  /** More buttons, after Call and WhatsApp QR. */
  actions?: ReactNode;
}

/**
 * The compact contact card (specification 2.5): name, designation, company, Call and WhatsApp QR.
 */
export function ContactCardCompact({
  person,
  noCompany,
  onOpen,
  children,
  actions,
}: ContactCardCompactProps) {
  const { t } = useTranslation();
  const call = telLink(person.phone);
  const name = <bdi>{person.name || t('chat.someone')}</bdi>;
  const company = person.company || noCompany;
  return (
    <Card className="relative p-4">
      <div className="flex items-center gap-3 max-xs:flex-wrap">
        <Avatar name={person.name} url={person.avatar_url} />
        <div className="wrap-anywhere min-w-0 flex-1 max-xs:basis-full">
          <p className="font-semibold">{onOpen ? <OpenButton onOpen={onOpen}>{name}</OpenButton> : name}</p>
          {person.designation && (
            <p className="text-ink-soft text-sm">
              <bdi>{person.designation}</bdi>
            </p>
          )}
          {company && (
            <p className="text-ink-soft text-sm">
              <bdi>{company}</bdi>
            </p>
          )}
          {children}
        </div>
      </div>
      {/* Above the stretched target of the name. */}
      <div className="relative mt-3 flex flex-wrap gap-2 *:flex-1 *:basis-30 empty:hidden">
        {call && (
          <Button asChild variant="secondary">
            <a href={call}>
              <Phone aria-hidden="true" className="size-4.5" />
              {t('contactCard.call')}
            </a>
          </Button>
        )}
        <WhatsAppQrButton person={person} />
        {actions}
      </div>
    </Card>
  );
}

function OpenButton({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={t('contactCard.show')}
      onClick={onOpen}
      className="text-start after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary"
    >
      {children}
    </button>
  );
}
