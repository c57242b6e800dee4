import type { Language } from '@dragoman/domain/languages';
import { BookOpenText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../../../components/ui/tooltip.tsx';

const QuickPhrasesDialog = lazy(async () => ({
  default: (await import('./quick-phrases-dialog.tsx')).QuickPhrasesDialog,
}));

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
  // Loaded with the first press, and there from then on: closing gives the focus back to the button.
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Tooltip text={t('phrases.open')}>
        <button
          type="button"
          aria-label={t('phrases.open')}
          aria-haspopup="dialog"
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
          className={className}
        >
          <BookOpenText aria-hidden="true" className="size-5" />
        </button>
      </Tooltip>
      {wanted && (
        <Suspense>
          <QuickPhrasesDialog open={open} onOpenChange={setOpen} {...props} />
        </Suspense>
      )}
    </>
  );
}
