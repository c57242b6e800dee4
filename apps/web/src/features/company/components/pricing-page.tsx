import { CONTACT_PATH } from '@dragoman/domain/routes';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SiteLayout } from '../../../components/site-layout.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';

/** Where the upgrade buttons lead. The specification gives no prices, so the page asks for a conversation. */
export function PricingPage() {
  const { t } = useTranslation();
  return (
    <SiteLayout>
      <div className="safe-x mx-auto max-w-4xl py-12">
        <PageHeading title={t('pricing.title')} text={t('pricing.text')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Card className="p-6">
            <div className="flex items-center justify-between gap-3">
              <h2 className="text-lg">{t('pricing.freeTitle')}</h2>
              <Badge tone="primary">{t('pricing.current')}</Badge>
            </div>
            <Points texts={[t('pricing.free1'), t('pricing.free2'), t('pricing.free3')]} />
          </Card>
          <Card className="flex flex-col border-accent p-6">
            <h2 className="text-lg">{t('pricing.premiumTitle')}</h2>
            <Points texts={[t('pricing.premium1'), t('pricing.premium2'), t('pricing.premium3')]} />
            <p className="mt-5 flex-1 text-ink-soft text-sm">{t('pricing.ask')}</p>
            <Button asChild variant="accent" size="lg" className="mt-5">
              <Link to={CONTACT_PATH}>{t('pricing.contact')}</Link>
            </Button>
          </Card>
        </div>
      </div>
    </SiteLayout>
  );
}

function Points({ texts }: { texts: string[] }) {
  return (
    <ul className="mt-4 grid gap-2.5">
      {texts.map((text) => (
        <li key={text} className="flex items-start gap-2.5">
          <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
          {text}
        </li>
      ))}
    </ul>
  );
}
