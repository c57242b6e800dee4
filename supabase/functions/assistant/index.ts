import { supabaseAssistant } from '@dragoman/functions/hosts/supabase';

Deno.serve(supabaseAssistant(Deno.env.toObject()));
