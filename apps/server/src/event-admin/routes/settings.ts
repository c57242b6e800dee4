import { randomUUID } from 'node:crypto';
import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Context, Handler } from 'hono';
import { z } from 'zod';
import { settingsShape } from '../../settings/settings-schema.ts';
import { guestsAdmitted } from '../../web/browser-config.ts';
import type { EventAdminDeps } from '../deps.ts';
import { actingAdmin } from '../http/acting-admin.ts';

const BODY_BYTES = 16_384;

/**
 * A change of one setting; `value: null` gives it the environment's value again. `seen` is the
 * revision it was made from.
 */
function changeSchema<Value extends z.ZodType>(value: Value) {
  return z.strictObject({ value: value.nullable(), seen: z.number().int().min(0) });
}

const retentionChange = changeSchema(settingsShape.retentionDays);
const guestsChange = changeSchema(settingsShape.guestsEnabled);
const announcementChange = z.strictObject({
  value: z.strictObject({ en: z.string(), zh: z.string(), ar: z.string() }).nullable(),
  seen: z.number().int().min(0),
});

/** GET /settings: the settings in effect, and their defaults. */
export function getSettingsRoute({ settings, config }: EventAdminDeps): Handler<ServerEnv> {
  return (c) => {
    const { retentionDays, guestsEnabled, announcement } = settings.current();
    const { retentionDays: retention, guestsEnabled: guests, announcement: told } = settings.revisions();
    return c.json({
      retentionDays: {
        value: retentionDays,
        fallback: config.eventAdmin.defaults.retentionDays,
        revision: retention,
      },
      guestsEnabled: {
        value: guestsEnabled,
        fallback: config.eventAdmin.defaults.guestsEnabled,
        revision: guests,
        // The switch has no effect where the installation itself refuses guests.
        possible: guestsAdmitted(config.auth),
      },
      announcement: { value: announcement, revision: told },
    });
  };
}

/** PUT /settings/retention */
export function setRetentionRoute({ settings }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { value, seen } = await readChange(c, retentionChange);
    await settings.set('retentionDays', value ?? undefined, seen);
    actingAdmin(c).target = value === null ? 'default' : String(value);
    return c.body(null, 204);
  };
}

/** PUT /settings/guests */
export function setGuestsRoute({ settings }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { value, seen } = await readChange(c, guestsChange);
    await settings.set('guestsEnabled', value ?? undefined, seen);
    actingAdmin(c).target = value === null ? 'default' : value ? 'on' : 'off';
    return c.body(null, 204);
  };
}

/** PUT /settings/announcement: users who dismissed the last one see this one. */
export function setAnnouncementRoute({ settings }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { value, seen } = await readChange(c, announcementChange);
    await settings.set('announcement', value ? { id: randomUUID(), ...value } : undefined, seen);
    actingAdmin(c).action = value ? 'announcement_published' : 'announcement_removed';
    return c.body(null, 204);
  };
}

async function readChange<Schema extends z.ZodType>(
  c: Context<ServerEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  return schema.parse(await readJson(c, BODY_BYTES));
}
