use crate::arguments::SolveArguments;
use stiction_contact::{ContactProblem, Law, Method};

/// Options that were given and have no effect, with the reason.
pub fn idle_options(arguments: &SolveArguments, methods: &[Method], problem: &ContactProblem) -> Vec<String> {
    let contact = &arguments.contact;
    let pyramid = [("--facets", contact.facets.is_some()), ("--alignment", contact.alignment.is_some())];
    let scaling = [("--prox-scaling", contact.prox_scaling.is_some())];
    let sweep = [("--sweep", contact.sweep.is_some())];
    let damping = [("--levenberg-marquardt", !arguments.levenberg_marquardt.is_empty())];
    if methods.is_empty() {
        let others = [
            ("--max-iterations", arguments.max_iterations.is_some()),
            ("--start", arguments.start.is_some()),
            ("--log", arguments.log),
            ("--null-space", contact.null_space),
        ];
        let options = [&pyramid[..], &scaling, &sweep, &damping, &others].concat();
        return notes(&options, "--enumerate by itself runs no method; --method adds one");
    }
    let mut found = Vec::new();
    let any = |test: fn(Method) -> bool| methods.iter().any(|&method| test(method));
    if !any(Method::is_pyramid) {
        found.extend(notes(&pyramid, "only the mlcp-* methods use a friction pyramid"));
    } else if !problem.laws().iter().any(|law| matches!(law, Law::Coulomb { .. } | Law::Rolling { .. })) {
        found.extend(notes(&pyramid, "no law of this problem has a spatial friction cone"));
    }
    if !any(Method::takes_prox_scaling) {
        found.extend(notes(&scaling, "it is for prox, mncp-rlm and mncp-plm"));
    }
    if !any(Method::is_levenberg_marquardt) {
        found.extend(notes(&damping, "only the methods with rlm or plm in their name use it"));
    }
    if !any(|method| method == Method::Prox) {
        found.extend(notes(&sweep, "it is for prox"));
    }
    let shown = [("--contacts", contact.contacts.is_some())];
    let table = arguments.method.as_deref() == Some("all");
    if arguments.json {
        found.extend(notes(&shown, "--json has every contact"));
    } else if table && !arguments.enumerate {
        found.extend(notes(&shown, "the table of all methods lists no contacts"));
    }
    if table && !arguments.json {
        found.extend(notes(&[("--null-space", contact.null_space)], "with --method all, only --json reports it"));
    }
    found
}

fn notes(options: &[(&str, bool)], reason: &str) -> Vec<String> {
    let given = options.iter().filter(|option| option.1);
    given.map(|(name, _)| format!("{name} has no effect here: {reason}")).collect()
}
