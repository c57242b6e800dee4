import { Camera, Images, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';
import { PictureButton } from '@/shared/ui/picture-button.tsx';

interface ScanPromptProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** The button's words; 'Processing...' replaces them while busy. */
  action: string;
  busy: boolean;
  onPicture: (file: File) => void;
  /** Fills the step of a wizard rather than standing beside a form. */
  large?: boolean;
  children?: ReactNode;
}

/**
 * Asks for a picture of a document: the camera first, and on a phone a way to a picture taken
 * before.
 */
export function ScanPrompt({
  icon: Icon,
  title,
  text,
  action,
  busy,
  onPicture,
  large = false,
  children,
}: ScanPromptProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would make the title a legend, which cannot be laid out.
    <div
      role="group"
      aria-labelledby={titleId}
      className={cn(
        'grid grid-cols-1 rounded-card border border-line bg-surface',
        large ? 'justify-items-center gap-5 px-6 max-xs:px-3 py-10 text-center sm:py-14' : 'gap-4 p-4',
      )}
    >
      <div
        className={cn(
          'flex max-sm:items-center',
          large ? 'flex-col gap-5 sm:items-center' : 'gap-3 sm:items-start',
        )}
      >
        <span
          className={cn(
            'grid shrink-0 place-items-center bg-primary-tint text-primary',
            large ? 'rounded-bubble p-5' : 'rounded-control p-2.5',
          )}
        >
          <Icon aria-hidden="true" className={large ? 'size-12' : 'size-6'} strokeWidth={large ? 1.5 : 2} />
        </span>
        <div className={cn('min-w-0', large && 'max-w-sm')}>
          <p id={titleId} className={cn('font-semibold', large && 'text-lg')}>
            {title}
          </p>
          <p className={cn('mt-0.5 text-ink-soft', !large && 'text-sm max-sm:hidden')}>{text}</p>
        </div>
      </div>
      <div className={cn('flex', large ? 'w-full max-w-xs flex-col gap-1' : 'gap-2 max-xs:flex-wrap')}>
        <PictureButton
          capture="environment"
          variant={large ? 'primary' : 'secondary'}
          size={large ? 'lg' : 'md'}
          busy={busy}
          onPicture={onPicture}
          className={large ? undefined : 'flex-1'}
        >
          {!busy && <Camera aria-hidden="true" className="size-5" />}
          {busy ? t('common.processing') : action}
        </PictureButton>
        {/* Asking for the camera leaves a phone no way to its pictures; a computer asks for a file either way. */}
        <PictureButton
          variant={large ? 'link' : 'secondary'}
          size={large ? 'inline' : 'icon'}
          aria-label={large ? undefined : t('scan.choosePicture')}
          disabled={busy}
          onPicture={onPicture}
          className="hidden pointer-coarse:inline-flex"
        >
          {large ? t('scan.choosePicture') : <Images aria-hidden="true" className="size-5" />}
        </PictureButton>
      </div>
      {children}
    </div>
  );
}
