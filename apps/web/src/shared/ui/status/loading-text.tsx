import { useTranslation } from 'react-i18next';
import { useSlow } from '@/shared/hooks/use-slow.ts';
import { cn } from '../cn.ts';

/**
 * Names the loading content, and after a while reports a slow network. The second sentence has its
 * space reserved.
 */
export function LoadingText({ text, className }: { text: string; className?: string }) {
  const { t } = useTranslation();
  const slow = useSlow();
  return (
    <div role="status" className={cn('text-ink-soft text-sm', className)}>
      <p>{text}</p>
      <p className="min-h-[1lh] text-xs">{slow && t('network.slow')}</p>
    </div>
  );
}
