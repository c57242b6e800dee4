import { useTranslation } from 'react-i18next';
import { LoadingText } from '../ui/status/loading-text.tsx';
import { Spinner } from '../ui/status/spinner.tsx';

/** A whole page that waits. It fades in late, so that a quick answer never flashes it. */
export function LoadingScreen({ text }: { text?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-dvh animate-fade place-content-center justify-items-center gap-3 px-4 text-ink-soft [animation-delay:180ms]">
      <Spinner className="size-7 text-primary" />
      <LoadingText text={text ?? t('common.loading')} className="text-center" />
    </div>
  );
}
