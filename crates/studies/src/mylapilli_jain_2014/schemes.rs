//! Which methods are run: the paper's five schemes, and every other method of the registry beside them. This is the only list
//! of methods in the study; a method that joins the registry joins the runs.

use stiction_contact::Method;
use stiction_figures::Stroke;

/// A scheme of the paper.
#[derive(Clone, Copy)]
pub struct Scheme {
    /// The method that is it here.
    pub method: Method,
    /// Its name in the paper; where our path solver takes the place of the program PATH, the name tells so.
    pub name: &'static str,
    /// The paper's computing time for the chain's 20 s, s.
    pub paper_time: f64,
}

impl Scheme {
    const fn new(method: Method, name: &'static str, paper_time: f64) -> Self {
        Self { method, name, paper_time }
    }

    /// Whether it minimises a cost by Levenberg-Marquardt: all but the path solver.
    pub fn minimises(self) -> bool {
        self.method != Method::MlcpPath
    }

    /// Superposed lines stay visible: each is narrower than the one before.
    pub fn stroke(self) -> Stroke {
        let place = SCHEMES.iter().position(|scheme| scheme.method == self.method).unwrap_or(0);
        let colour = ["#56b4e9", "#e69f00", "#009e73", "#d55e00", "#000000"][place % 5];
        Stroke { colour, width: 6.0 - 1.2 * place as f64, dashes: "" }
    }
}

/// In the paper's order.
pub const SCHEMES: [Scheme; 5] = [
    Scheme::new(Method::MlcpPath, "MLCP-path (not PATH)", 23.92),
    Scheme::new(Method::MlcpFbRlm, "MLCP-FB-RLM", 22.78),
    Scheme::new(Method::MlcpFbPlm, "MLCP-FB-PLM", 24.24),
    Scheme::new(Method::MncpRlm, "MNCP-RLM", 22.85),
    Scheme::new(Method::MncpPlm, "MNCP-PLM", 22.82),
];

/// What runs are compared with.
pub const REFERENCE: Method = Method::Auto;

/// The paper's scheme that a method is, if it is one.
pub fn of_paper(method: Method) -> Option<Scheme> {
    SCHEMES.into_iter().find(|scheme| scheme.method == method)
}

/// The methods that the paper does not have.
pub fn others() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|method| of_paper(*method).is_none())
}

/// All methods, the paper's first.
pub fn all() -> Vec<Method> {
    SCHEMES.into_iter().map(|scheme| scheme.method).chain(others()).collect()
}

/// What a table calls a method. Our path solver is not the program PATH.
pub fn label(method: Method) -> String {
    match method {
        Method::MlcpPath | Method::NcpPath => format!("{method} (not PATH)"),
        _ => method.name().to_owned(),
    }
}
