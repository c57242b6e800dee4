import { mailLink, telLink, webLink } from '@dragoman/domain/cards/contact-card';
import { whatsAppLink } from '@dragoman/domain/whatsapp';
import { Clock, Globe, type LucideIcon, Mail, MapPin, MessageCircle, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SiteLayout } from '@/entities/site/site-layout.tsx';
import { useBackend } from '@/shared/api/supabase.ts';
import type { Brand } from '@/shared/config/config.ts';
import { Logo } from '@/shared/layout/logo.tsx';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { Card } from '@/shared/ui/card.tsx';

/** Contact Us (specification 2.4): the company's card, from the installation's brand. */
export function ContactPage() {
  const { t } = useTranslation();
  const { brand } = useBackend().config;
  return (
    <SiteLayout>
      <div className="safe-x">
        <div className="mx-auto grid max-w-6xl gap-x-16 py-10 sm:py-14 lg:grid-cols-[1fr_1.1fr] lg:grid-rows-[auto_1fr] lg:items-start lg:py-20">
          <PageHeading title={t('contactUs.title')} text={t('contactUs.text')} />
          <CompanyCard brand={brand} />
          <Circumstances brand={brand} />
        </div>
      </div>
    </SiteLayout>
  );
}

/** The company as the people of the product: a business card with every way to reach it. */
function CompanyCard({ brand }: { brand: Brand }) {
  const { t } = useTranslation();
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
  const company = brand.company ?? brand.name;
  return (
    <Card className="overflow-hidden lg:row-span-2">
      <div className="flex items-center gap-4 max-xs:flex-wrap border-accent border-b-3 bg-deep p-5 text-white sm:p-6">
        <Logo className="size-10 shrink-0" />
        <div className="wrap-anywhere min-w-0">
          <h2 className="text-lg">
            <bdi>{company}</bdi>
          </h2>
          {company !== brand.name && (
            <p className="text-sm text-white/85">
              <bdi>{brand.name}</bdi>
            </p>
          )}
        </div>
      </div>
      {ways.length === 0 && <p className="px-5 py-6 text-ink-soft sm:px-6">{t('contactUs.nothing')}</p>}
      <ul className="p-2 empty:hidden">
        {ways.map((way) => (
          <ContactWay key={way.label} {...way} />
        ))}
      </ul>
    </Card>
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
  const { t } = useTranslation();
  return (
    <li>
      <a
        href={href ?? undefined}
        {...(newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
        className="flex min-h-14 items-center gap-4 rounded-control px-3 py-2 transition-colors duration-150 hover:bg-sunken sm:px-4"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0 text-primary" />
        <span className="min-w-0">
          <span className="block text-ink-soft text-xs">{label}</span>
          <bdi className="wrap-anywhere block font-semibold">{value}</bdi>
        </span>
        {newTab && <span className="sr-only">{t('contactCard.newTab')}</span>}
      </a>
    </li>
  );
}

/** The company's location and hours; an event admin may replace or remove them. */
function Circumstances({ brand: { location, availability } }: { brand: Brand }) {
  const { t } = useTranslation();
  const based =
    location === undefined ? t('contactUs.based') : location && t('contactUs.basedIn', { place: location });
  const available = availability ?? t('contactUs.available');
  return (
    <div className="mt-6 grid gap-3 text-ink-soft text-sm lg:mt-2">
      {based && (
        <p className="flex items-center gap-3">
          <MapPin aria-hidden="true" className="size-5 shrink-0" />
          <bdi>{based}</bdi>
        </p>
      )}
      {available && (
        <p className="flex items-center gap-3">
          <Clock aria-hidden="true" className="size-5 shrink-0" />
          <bdi>{available}</bdi>
        </p>
      )}
    </div>
  );
}
