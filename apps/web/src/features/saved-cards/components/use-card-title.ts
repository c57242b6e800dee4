import { useTranslation } from 'react-i18next';
import type { ScannedCard } from '@/shared/api/database-types.ts';

type Titled = Pick<ScannedCard, 'name' | 'company' | 'badge'>;

/** @returns what a card is called: the name, the company, or a badge's id; null without them. */
export function useCardTitle(): (card: Titled) => string | null {
  const { t } = useTranslation();
  return ({ name, company, badge }) => name ?? company ?? (badge && t('cardBox.badge', { id: badge }));
}
