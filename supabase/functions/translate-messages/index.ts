import { supabaseTranslateMessages } from '@dragoman/functions/hosts/supabase';

Deno.serve(supabaseTranslateMessages(Deno.env.toObject()));
