import { Slot as RadixSlot } from 'radix-ui';

/**
 * Renders its child with the props given to it. In a module of its own: `radix-ui` exports every
 * component from one module, and the build would put a user of this small part together with
 * dialogs and menus (build/chunk-groups.ts).
 */
export const Slot = RadixSlot.Root;
