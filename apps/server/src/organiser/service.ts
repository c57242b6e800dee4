import { Hono } from 'hono';
import type { ServerEnv } from '../http/request-info.ts';
import { adoptSecret } from './data/secret.ts';
import type { OrganiserDeps } from './deps.ts';
import { OrganiserError } from './errors.ts';
import { createErrorHandler } from './http/error-response.ts';
import { requireOrganiser, requireOwnPage } from './http/guards.ts';
import { recorded } from './http/recorded.ts';
import {
  addAdminRoute,
  disableAdminRoute,
  getAdminsRoute,
  removeAdminRoute,
  resetAdminRoute,
} from './routes/admins.ts';
import { getBrandRoute, previewColorsRoute, setBrandRoute, uploadPictureRoute } from './routes/brand.ts';
import { getEnginesRoute, testEngineRoute } from './routes/engines.ts';
import { getModelsRoute, retryModelRoute, switchModelOffRoute, switchModelOnRoute } from './routes/models.ts';
import { getOverviewRoute, getRetentionRoute } from './routes/overview.ts';
import { beginAppRoute, proveAppRoute, removeAppRoute, setOwnPasswordRoute } from './routes/own-account.ts';
import { getReportsRoute, setReportNoteRoute, setReportRoute } from './routes/reports.ts';
import { getSecurityEventsRoute } from './routes/security-events.ts';
import { closeSessionRoute, firstAdminRoute, getSessionRoute, openSessionRoute } from './routes/session.ts';
import {
  getSettingsRoute,
  setAnnouncementRoute,
  setGuestsRoute,
  setRetentionRoute,
} from './routes/settings.ts';
import { createGuessLane } from './services/guess-lane.ts';

/**
 * What the organiser's page calls, to be mounted at /organiser/v1 (docs/adr/0033). Users' tokens and API keys open nothing here, and
 * its cookie opens nothing elsewhere. Administrators are named people (docs/adr/0051).
 */
export async function createOrganiserService(deps: OrganiserDeps): Promise<{ routes: Hono<ServerEnv> }> {
  await adoptSecret(deps.db, deps.config.organiser.secret);
  const routes = new Hono<ServerEnv>();
  routes.onError(createErrorHandler(deps.log));
  routes.use(requireOwnPage());

  routes.get('/session', getSessionRoute(deps));
  const signInDeps = { ...deps, lane: createGuessLane() };
  routes.post('/session', openSessionRoute(signInDeps));
  routes.post('/session/first', firstAdminRoute(signInDeps));
  routes.delete('/session', closeSessionRoute(deps));

  // Everything from here on is for who is signed in, and what changes something is recorded with their name.
  const record = (action: string) => recorded(deps, action);
  routes.use(requireOrganiser(deps));
  routes.get('/overview', getOverviewRoute(deps));
  routes.get('/settings', getSettingsRoute(deps));
  routes.put('/settings/retention', record('retention_changed'), setRetentionRoute(deps));
  routes.put('/settings/guests', record('guests_changed'), setGuestsRoute(deps));
  routes.put('/settings/announcement', record('announcement_changed'), setAnnouncementRoute(deps));
  routes.get('/retention', getRetentionRoute(deps));
  routes.get('/brand', getBrandRoute(deps));
  routes.put('/brand', record('brand_changed'), setBrandRoute(deps));
  routes.post('/brand/colors', previewColorsRoute());
  routes.post('/brand/pictures', record('picture_uploaded'), uploadPictureRoute(deps));
  routes.get('/engines', getEnginesRoute(deps));
  routes.post('/engines/test', record('engine_tested'), testEngineRoute(deps));
  routes.get('/models', getModelsRoute(deps));
  routes.post('/models/retry', record('model_retried'), retryModelRoute(deps));
  routes.post('/models/enable', record('model_enabled'), switchModelOnRoute(deps));
  routes.post('/models/disable', record('model_disabled'), switchModelOffRoute(deps));
  routes.get('/reports', getReportsRoute(deps));
  routes.put('/reports/:id', record('report_handled'), setReportRoute(deps));
  routes.put('/reports/:id/note', record('report_noted'), setReportNoteRoute(deps));
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
    throw new OrganiserError(404, 'not_found', 'There is nothing at this address');
  });
  return { routes };
}
