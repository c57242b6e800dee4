import { useTranslation } from 'react-i18next';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { AdminsSection } from '../accounts/admins-section.tsx';
import { AttendeesSection } from '../attendees/attendees-section.tsx';
import { BrandSection } from '../brand/brand-section.tsx';
import { ModelsSection, SpeechSection } from '../engines/models-section.tsx';
import { ProvidersSection } from '../engines/providers-section.tsx';
import { ReportsSection } from '../reports/reports-section.tsx';
import { TranslationReportsSection } from '../reports/translation-reports-section.tsx';
import { SecuritySection } from '../security/security-section.tsx';
import { AnnouncementSection } from '../settings/announcement-section.tsx';
import { GuestsSection } from '../settings/guests-section.tsx';
import { RetentionSection } from '../settings/retention-section.tsx';
import { OverviewSection } from './overview-section.tsx';

const SECTIONS = [
  'overview',
  'announcement',
  'reports',
  'translations',
  'guests',
  'retention',
  'attendees',
  'engines',
  'models',
  'speech',
  'brand',
  'admins',
  'security',
] as const;

/** Everything an administrator sees and decides, on one page. */
export function AdminDashboard() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('organiser.title')} text={t('organiser.text')} />
      <div className="grid gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start">
        <nav
          aria-label={t('organiser.sections')}
          className="flex flex-wrap gap-x-1 lg:sticky lg:top-6 lg:flex-col"
        >
          {SECTIONS.map((section) => (
            <a
              key={section}
              href={`#${section}`}
              className="flex min-h-11 items-center rounded-control px-3 py-1.5 font-semibold text-ink-soft text-sm transition-colors duration-150 hover:bg-sunken hover:text-ink max-lg:border max-lg:bg-surface max-lg:mb-1"
            >
              {t(`organiser.${section}.title`)}
            </a>
          ))}
        </nav>
        <div className="grid min-w-0 gap-6">
          <OverviewSection />
          <AnnouncementSection />
          <ReportsSection />
          <TranslationReportsSection />
          <GuestsSection />
          <RetentionSection />
          <AttendeesSection />
          <ProvidersSection />
          <ModelsSection />
          <SpeechSection />
          <BrandSection />
          <AdminsSection />
          <SecuritySection />
        </div>
      </div>
    </>
  );
}
