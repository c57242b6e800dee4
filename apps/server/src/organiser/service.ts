import { Hono } from 'hono';
import type { ServerEnv } from '../http/request-info.ts';
import { adoptSecret } from './data/secret.ts';
import type { OrganiserDeps } from './deps.ts';
import { OrganiserError } from './errors.ts';
import { createErrorHandler } from './http/error-response.ts';
import { requireOrganiser, requireOwnPage } from './http/guards.ts';
import { getBrandRoute, previewColorsRoute, setBrandRoute, uploadPictureRoute } from './routes/brand.ts';
import { getEnginesRoute, testEngineRoute } from './routes/engines.ts';
import { getOverviewRoute, getRetentionRoute } from './routes/overview.ts';
import { getReportsRoute, setReportNoteRoute, setReportRoute } from './routes/reports.ts';
import { closeSessionRoute, getSessionRoute, openSessionRoute } from './routes/session.ts';
import {
  getSettingsRoute,
  setAnnouncementRoute,
  setGuestsRoute,
  setRetentionRoute,
} from './routes/settings.ts';

/**
 * What the organiser's page calls, to be mounted at /organiser/v1 (docs/adr/0033). Users' tokens and API keys open nothing here, and
 * its cookie opens nothing elsewhere.
 */
export async function createOrganiserService(deps: OrganiserDeps): Promise<{ routes: Hono<ServerEnv> }> {
  await adoptSecret(deps.db, deps.config.organiser.secret);
  const routes = new Hono<ServerEnv>();
  routes.onError(createErrorHandler(deps.log));
  routes.use(requireOwnPage());

  routes.get('/session', getSessionRoute(deps));
  routes.post('/session', openSessionRoute(deps));
  routes.delete('/session', closeSessionRoute(deps));

  // Everything from here on is for who is signed in.
  routes.use(requireOrganiser(deps));
  routes.get('/overview', getOverviewRoute(deps));
  routes.get('/settings', getSettingsRoute(deps));
  routes.put('/settings/retention', setRetentionRoute(deps));
  routes.put('/settings/guests', setGuestsRoute(deps));
  routes.put('/settings/announcement', setAnnouncementRoute(deps));
  routes.get('/retention', getRetentionRoute(deps));
  routes.get('/brand', getBrandRoute(deps));
  routes.put('/brand', setBrandRoute(deps));
  routes.post('/brand/colors', previewColorsRoute());
  routes.post('/brand/pictures', uploadPictureRoute(deps));
  routes.get('/engines', getEnginesRoute(deps));
  routes.post('/engines/test', testEngineRoute(deps));
  routes.get('/reports', getReportsRoute(deps));
  routes.put('/reports/:id', setReportRoute(deps));
  routes.put('/reports/:id/note', setReportNoteRoute(deps));
  routes.all('*', () => {
    throw new OrganiserError(404, 'not_found', 'There is nothing at this address');
  });
  return { routes };
}
