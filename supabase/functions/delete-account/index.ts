import { supabaseDeleteAccount } from '@dragoman/functions/hosts/supabase-account';

Deno.serve(supabaseDeleteAccount(Deno.env.toObject()));
