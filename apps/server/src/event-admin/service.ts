import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { Hono } from 'hono';
import { initAdminSecret } from './data/admin-secret.ts';
import type { EventAdminDeps } from './deps.ts';
import { EventAdminError } from './errors.ts';
import { createErrorHandler } from './http/error-response.ts';
import { requireEventAdmin, requireOwnPage } from './http/guards.ts';
import { recordAction } from './http/record-action.ts';
import {
  addAdminRoute,
  disableAdminRoute,
  getAdminsRoute,
  removeAdminRoute,
  resetAdminRoute,
} from './routes/admins.ts';
import { getAttendeesRoute, removeAttendeesRoute, uploadAttendeesRoute } from './routes/attendees.ts';
import { getBrandRoute, previewColorsRoute, setBrandRoute, uploadPictureRoute } from './routes/brand.ts';
import { getModelsRoute, retryModelRoute, switchModelOffRoute, switchModelOnRoute } from './routes/models.ts';
import { getOverviewRoute, getRetentionRoute } from './routes/overview.ts';
import { beginAppRoute, proveAppRoute, removeAppRoute, setOwnPasswordRoute } from './routes/own-account.ts';
import { getProvidersRoute, testProviderRoute } from './routes/providers.ts';
import { getReportsRoute, setReportNoteRoute, setReportRoute } from './routes/reports.ts';
import { getSecurityEventsRoute } from './routes/security-events.ts';
import { closeSessionRoute, firstAdminRoute, getSessionRoute, openSessionRoute } from './routes/session.ts';
import {
  getSettingsRoute,
  setAnnouncementRoute,
  setGuestsRoute,
  setRetentionRoute,
} from './routes/settings.ts';
import { getTranslationReportsRoute } from './routes/translation-reports.ts';
import { createSignInThrottle } from './services/sign-in-throttle.ts';

/**
 * The API of the event-admin page, to be mounted at /organiser/v1 (docs/adr/0033). Users' tokens
 * and API keys open nothing here, and its cookie opens nothing elsewhere. Administrators are named
 * people (docs/adr/0033).
 */
export async function createEventAdminService(deps: EventAdminDeps): Promise<{ routes: Hono<ServerEnv> }> {
  await initAdminSecret(deps.db, deps.config.eventAdmin.secret);
  const routes = new Hono<ServerEnv>();
  routes.onError(createErrorHandler(deps.log));
  routes.use(requireOwnPage());

  routes.get('/session', getSessionRoute(deps));
  const signInDeps = { ...deps, lane: createSignInThrottle() };
  routes.post('/session', openSessionRoute(signInDeps));
  routes.post('/session/first', firstAdminRoute(signInDeps));
  routes.delete('/session', closeSessionRoute(deps));

  // All routes below require a signed-in administrator, and the log records each change with their
  // name.
  const record = (action: string) => recordAction(deps, action);
  routes.use(requireEventAdmin(deps));
  routes.get('/overview', getOverviewRoute(deps));
  routes.get('/settings', getSettingsRoute(deps));
  routes.put('/settings/retention', record('retention_changed'), setRetentionRoute(deps));
  routes.put('/settings/guests', record('guests_changed'), setGuestsRoute(deps));
  routes.put('/settings/announcement', record('announcement_changed'), setAnnouncementRoute(deps));
  routes.get('/retention', getRetentionRoute(deps));
  routes.get('/attendees', getAttendeesRoute(deps));
  routes.put('/attendees', record('attendees_uploaded'), uploadAttendeesRoute(deps));
  routes.delete('/attendees', record('attendees_removed'), removeAttendeesRoute(deps));
  routes.get('/brand', getBrandRoute(deps));
  routes.put('/brand', record('brand_changed'), setBrandRoute(deps));
  routes.post('/brand/colors', previewColorsRoute());
  routes.post('/brand/pictures', record('picture_uploaded'), uploadPictureRoute(deps));
  routes.get('/engines', getProvidersRoute(deps));
  routes.post('/engines/test', record('engine_tested'), testProviderRoute(deps));
  routes.get('/models', getModelsRoute(deps));
  routes.post('/models/retry', record('model_retried'), retryModelRoute(deps));
  routes.post('/models/enable', record('model_enabled'), switchModelOnRoute(deps));
  routes.post('/models/disable', record('model_disabled'), switchModelOffRoute(deps));
  routes.get('/reports', getReportsRoute(deps));
  routes.put('/reports/:id', record('report_handled'), setReportRoute(deps));
  routes.put('/reports/:id/note', record('report_noted'), setReportNoteRoute(deps));
  routes.get('/translation-reports', getTranslationReportsRoute(deps));
  routes.get('/admins', getAdminsRoute(deps));
  routes.post('/admins', record('admin_added'), addAdminRoute(deps));
  routes.put('/admins/:id', record('admin_disabled'), disableAdminRoute(deps));
  routes.post('/admins/:id/reset', record('admin_reset'), resetAdminRoute(deps));
  routes.delete('/admins/:id', record('admin_removed'), removeAdminRoute(deps));
  routes.put('/me/password', record('own_password_changed'), setOwnPasswordRoute(deps));
  routes.post('/me/app', record('own_app_begun'), beginAppRoute(deps));
  routes.put('/me/app', record('own_app_proved'), proveAppRoute(deps));
  routes.post('/me/app/removal', record('own_app_removed'), removeAppRoute(deps));
  routes.get('/security-events', getSecurityEventsRoute(deps));
  routes.all('*', () => {
    throw new EventAdminError(404, 'not_found', 'There is nothing at this address');
  });
  return { routes };
}
