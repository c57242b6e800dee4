import type { Language } from '@dragoman/domain/languages';
import { BookOpenText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnDemand } from '@/shared/hooks/use-on-demand.ts';
import { Tooltip } from '@/shared/ui/tooltip.tsx';

const loadDialog = async () => (await import('./quick-phrases-dialog.tsx')).QuickPhrasesDialog;

interface QuickPhrasesProps {
  language: Language;
  target: Language | null;
  onChoose: (text: string) => void;
  className: string;
}

/** The button of the composer that opens the quick phrases. */
export function QuickPhrases({ className, ...props }: QuickPhrasesProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // There from the first press on: closing gives the focus back to the button.
  const QuickPhrasesDialog = useOnDemand(open, loadDialog, () => setOpen(false));
  return (
    <>
      <Tooltip text={t('phrases.open')}>
        <button
          type="button"
          aria-label={t('phrases.open')}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className={className}
        >
          <BookOpenText aria-hidden="true" className="size-5" />
        </button>
      </Tooltip>
      {QuickPhrasesDialog && <QuickPhrasesDialog open={open} onOpenChange={setOpen} {...props} />}
    </>
  );
}
