import { CONTACT_PATH } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SiteLayout } from '@/entities/site/site-layout.tsx';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { PlanTable } from './plan-table.tsx';

/**
 * The target of the upgrade buttons. The specification gives no prices, so the page asks for a
 * conversation.
 */
export function PricingPage() {
  const { t } = useTranslation();
  return (
    <SiteLayout>
      <div className="safe-x">
        <div className="mx-auto max-w-4xl py-10 sm:py-14 lg:py-20">
          <div className="max-w-2xl">
            <PageHeading title={t('pricing.title')} text={t('pricing.text')} />
          </div>
          <PlanTable />
          <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-card bg-deep p-6 text-white sm:p-8">
            <div className="max-w-md">
              <h2 className="text-lg">{t('pricing.askTitle')}</h2>
              <p className="mt-1 text-pretty text-sm text-white/85">{t('pricing.ask')}</p>
            </div>
            <Button asChild variant="accent" size="lg" className="max-sm:w-full">
              <Link to={CONTACT_PATH}>{t('pricing.contact')}</Link>
            </Button>
          </div>
        </div>
      </div>
    </SiteLayout>
  );
}
