import { mailLink, telLink, webLink } from '@dragoman/domain/contact-card';
import { whatsAppLink } from '@dragoman/domain/whatsapp';
import { Globe, type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SiteLayout } from '../../../components/site-layout.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { useBackend } from '../../../lib/supabase.ts';

/** Contact Us (spec section 2): the company's card, from the installation's brand. */
export function ContactPage() {
  const { t } = useTranslation();
  const { brand } = useBackend().config;
  const ways = [
    { icon: Mail, label: t('contactUs.email'), value: brand.email, href: mailLink(brand.email ?? null) },
    { icon: Phone, label: t('contactUs.phone'), value: brand.phone, href: telLink(brand.phone ?? null) },
    {
      icon: Globe,
      label: t('contactUs.website'),
      value: brand.website,
      href: webLink(brand.website ?? null),
      newTab: true,
    },
    {
      icon: MessageCircle,
      label: t('contactUs.whatsapp'),
      value: brand.whatsapp,
      href: brand.whatsapp ? whatsAppLink({ whatsapp: brand.whatsapp, phone: null }) : null,
      newTab: true,
    },
  ].filter((way) => way.value && way.href);

  return (
    <SiteLayout>
      <div className="safe-x mx-auto max-w-2xl py-12">
        <PageHeading title={t('contactUs.title')} text={t('contactUs.text')} />
        <Card className="p-2">
          <h2 className="px-4 pt-4 pb-2 text-lg">{brand.company ?? brand.name}</h2>
          {ways.length === 0 && <p className="px-4 pb-4 text-ink-soft">{t('contactUs.nothing')}</p>}
          <ul>
            {ways.map((way) => (
              <ContactWay key={way.label} {...way} />
            ))}
          </ul>
        </Card>
        <div className="mt-6 grid gap-1 text-ink-soft text-sm">
          <p>{t('contactUs.based')}</p>
          <p>{t('contactUs.available')}</p>
        </div>
      </div>
    </SiteLayout>
  );
}

interface ContactWayProps {
  icon: LucideIcon;
  label: string;
  value: string | undefined;
  href: string | null;
  newTab?: boolean;
}

function ContactWay({ icon: Icon, label, value, href, newTab }: ContactWayProps) {
  return (
    <li>
      <a
        href={href ?? undefined}
        {...(newTab ? { target: '_blank', rel: 'noreferrer' } : {})}
        className="flex min-h-14 items-center gap-4 rounded-control px-4 py-2 hover:bg-sunken"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0 text-primary" />
        <span className="min-w-0">
          <span className="block text-ink-soft text-xs">{label}</span>
          <bdi className="block break-words font-semibold">{value}</bdi>
        </span>
      </a>
    </li>
  );
}
