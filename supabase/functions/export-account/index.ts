import { supabaseExportAccount } from '@dragoman/functions/hosts/supabase-account';

Deno.serve(supabaseExportAccount(Deno.env.toObject()));
