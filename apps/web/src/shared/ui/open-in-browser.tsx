import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { copyPageLink } from '../toast/copy-page-link.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** One line for a browser that lacks what a page needs: another one may have it. */
export function OpenInBrowser({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <p className={cn('flex flex-wrap items-center gap-x-3 text-ink-soft text-sm', className)}>
      {t('inApp.instead')}
      <Button variant="link" size="inline" onClick={() => void copyPageLink()}>
        <Copy aria-hidden="true" className="size-4" />
        {t('inApp.copy')}
      </Button>
    </p>
  );
}
