import { useTranslation } from 'react-i18next';
import { Spinner } from './ui/spinner.tsx';

/** A whole page that waits. It fades in late, so that a quick answer never flashes it. */
export function LoadingScreen({ text }: { text?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      className="grid min-h-dvh animate-fade place-content-center justify-items-center gap-3 text-ink-soft [animation-delay:180ms]"
    >
      <Spinner className="size-7 text-primary" />
      <p className="text-sm">{text ?? t('common.loading')}</p>
    </div>
  );
}
