import { EllipsisVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import type { Shortcuts } from './use-shortcuts.ts';

// Loaded when the menu is first opened.
const loadMenu = async () => (await import('./shortcut-menu.tsx')).ShortcutMenu;

interface ShortcutMenuButtonProps {
  shortcuts: Shortcuts;
  counterpart: Profile;
  onShare: () => void;
  onAssistant: () => void;
  onTeamNotes: () => void;
  className?: string;
}

/** The button with which a narrow header opens the shortcuts that have no room in it. */
export function ShortcutMenuButton({ className, ...props }: ShortcutMenuButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ShortcutMenu = useLazyComponent(open, loadMenu, () => setOpen(false));

  function close() {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  }

  return (
    <div className={cn('relative', className)}>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t('chat.shortcuts')}
        onClick={() => setOpen(true)}
      >
        <EllipsisVertical aria-hidden="true" className="size-5" />
      </Button>
      {open && ShortcutMenu && <ShortcutMenu onClose={close} {...props} />}
    </div>
  );
}
