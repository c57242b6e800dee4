import { deviceSwitch } from './device-switch.ts';

/** Whether this device tells of new visitors and messages while the page is in the background. Off until somebody asks for it. */
export const alertSetting = deviceSwitch('dragoman-alerts', false);
