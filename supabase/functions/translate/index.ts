import { supabaseTranslate } from '@dragoman/functions/hosts/supabase';

Deno.serve(supabaseTranslate(Deno.env.toObject()));
