import { useTranslation } from 'react-i18next';
import { PageTabs } from '@/shared/layout/page-tabs.tsx';

/** The query of the contacts page that shows its saved cards. */
export const SAVED_CARDS_QUERY = 'box';

/**
 * The two halves of the contacts page: people with a profile, and paper cards that were scanned.
 */
export function ContactsTabs({ current }: { current: 'people' | 'cards' }) {
  const { t } = useTranslation();
  const tabs = [
    { name: 'people', to: '.', label: t('cardBox.tabPeople') },
    { name: 'cards', to: `?${SAVED_CARDS_QUERY}`, label: t('cardBox.tabCards') },
  ];
  return <PageTabs label={t('cardBox.tabs')} tabs={tabs} current={current} />;
}
