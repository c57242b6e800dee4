import { PRICING_PATH } from '@dragoman/domain/routes';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AdSpace } from '../../../components/sponsored.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { cn } from '../../../lib/cn.ts';

/** A column beside the chat with a premium prompt and an advertising place (spec section 2); only where there is room. */
export function ChatSideColumn({ side }: { side: 'start' | 'end' }) {
  const { t } = useTranslation();
  const start = side === 'start';
  return (
    <aside
      aria-label={t('dashboard.sponsored')}
      className={cn('w-64 shrink-0 flex-col gap-3 p-4', start ? 'hidden xl:flex' : 'hidden lg:flex')}
    >
      <p className="text-ink-soft text-xs">{t('dashboard.sponsored')}</p>
      <div className="rounded-card border border-line bg-surface p-4">
        <Sparkles aria-hidden="true" className="size-5 text-warning" />
        <p className="mt-2 font-semibold">{t(start ? 'dashboard.upgradeTitle' : 'chat.goPremium')}</p>
        <p className="mt-1 text-ink-soft text-sm">
          {t(start ? 'dashboard.upgradeText' : 'chat.goPremiumText')}
        </p>
        <Button asChild variant="secondary" className="mt-3">
          <Link to={PRICING_PATH}>{t(start ? 'dashboard.learnMore' : 'dashboard.upgrade')}</Link>
        </Button>
      </div>
      <AdSpace className="min-h-48" />
    </aside>
  );
}
