import { deviceSwitch } from './device-switch.ts';

/**
 * Whether keys that write a character do something outside of fields. Who speaks to their computer, or hits keys by accident,
 * switches them off (WCAG 2.1.4).
 */
export const shortcutSetting = deviceSwitch('dragoman-shortcuts', true);
