import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { Dialog, DialogContent } from './dialog.tsx';
import { SideSheet, SideSheetContent } from './side-sheet.tsx';

const PANELS: Record<string, (field: ReactNode) => ReactNode> = {
  dialog: (field) => (
    <Dialog defaultOpen>
      <DialogContent title="Panel">{field}</DialogContent>
    </Dialog>
  ),
  'side sheet': (field) => (
    <SideSheet defaultOpen>
      <SideSheetContent title="Panel">{field}</SideSheetContent>
    </SideSheet>
  ),
};

test.each(Object.entries(PANELS))(
  'in a %s Escape discards the candidates of an input method, and closes it afterwards',
  async (_, panelWith) => {
    await renderInApp(panelWith(<textarea aria-label="Note" />));
    const field = page.getByRole('textbox', { name: 'Note' });
    await field.click();
    await cdp().send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
    await expect.element(field).toHaveValue('nihao');
    // Browsers report this key code for every key that an input method takes.
    const press = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 229 };
    await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...press });
    await cdp().send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
    await expect.element(field).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
  },
);
