import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { SponsorSlot } from '@/entities/sponsor/sponsor-slot.tsx';
import { PremiumPrompt, SponsoredColumn } from '@/entities/sponsor/sponsored.tsx';

/**
 * A column beside the chat with a premium prompt and an advertising place (specification 2.22);
 * only where there is room. Its contents come after the first drawing of the chat.
 */
export const ChatSideColumn = memo(function ChatSideColumn({ side }: { side: 'start' | 'end' }) {
  const { t } = useTranslation();
  const isDrawn = useDeferredValue(true, false);
  return (
    <SponsoredColumn
      label={t('dashboard.sponsoredColumn', {
        what: side === 'start' ? t('dashboard.upgradeTitle') : t('chat.goPremium'),
      })}
      className={
        side === 'start'
          ? 'hidden w-64 overflow-y-auto p-4 2xl:flex'
          : 'hidden w-64 overflow-y-auto p-4 xl:flex'
      }
    >
      {isDrawn && (
        <>
          {side === 'start' ? (
            <PremiumPrompt
              title={t('dashboard.upgradeTitle')}
              text={t('dashboard.upgradeText')}
              button={t('dashboard.learnMore')}
            />
          ) : (
            <PremiumPrompt
              title={t('chat.goPremium')}
              text={t('chat.goPremiumText')}
              button={t('dashboard.upgrade')}
            />
          )}
          <SponsorSlot />
        </>
      )}
    </SponsoredColumn>
  );
});
