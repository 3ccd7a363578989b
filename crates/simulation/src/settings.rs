use std::fmt;
use std::str::FromStr;
use stiction_contact::{Method, Settings as ContactSettings};

/// How a world is stepped.
#[derive(Clone, Debug, PartialEq)]
pub struct StepSettings {
    /// `h`, s; 1 ms.
    pub time_step: f64,
    /// The time-stepping scheme.
    pub scheme: Scheme,
    /// What impacts give back.
    pub impact_law: ImpactLaw,
    /// The method that solves each step's contact problem.
    pub method: Method,
    /// The method's settings; the tolerance is 1e-9 here.
    pub contact: ContactSettings,
    /// What happens to a step that the method did not solve.
    pub failure: FailurePolicy,
    /// Contacts are looked for at least so far before they touch, m; 0.1 mm.
    pub margin: f64,
    /// Overlaps and loops further off than this are brought back by a projection, m; [`StepSettings::drift_for`] the tolerance.
    pub drift: f64,
}

/// What a tolerance leaves of overlaps in a few steps, m, and the least that is worth bringing back.
const DRIFT_PER_TOLERANCE: f64 = 5e-3;
const LEAST_DRIFT: f64 = 1e-10;
/// The steps in which velocities that the tolerance leaves open a gap that counts as closed, and the multiples of the drift allowed
/// between which it is.
const STEPS_OF_NOISE: f64 = 100.0;
const CLOSED: (f64, f64) = (1e-2, 20.0);

impl Default for StepSettings {
    fn default() -> Self {
        let contact = ContactSettings { tolerance: 1e-9, ..ContactSettings::default() };
        Self {
            time_step: 1e-3,
            scheme: Scheme::StewartTrinkle,
            impact_law: ImpactLaw::EnergyConsistent,
            method: Method::Auto,
            contact,
            failure: FailurePolicy::Next,
            margin: 1e-4,
            drift: Self::drift_for(contact.tolerance),
        }
    }
}

impl StepSettings {
    /// The drift that goes with a tolerance, m: 5 mm of it, at least 1e-10. Less would be brought back again and again, as each step
    /// leaves that much.
    pub fn drift_for(tolerance: f64) -> f64 {
        (DRIFT_PER_TOLERANCE * tolerance).max(LEAST_DRIFT)
    }

    /// The largest gap that counts as closed where the fastest row has this velocity, m: what velocities within the tolerance open
    /// in 100 steps, at most 20 drifts.
    pub fn closed_at(&self, fastest: f64) -> f64 {
        let noise = STEPS_OF_NOISE * self.contact.tolerance * self.time_step * fastest;
        noise.clamp(CLOSED.0 * self.drift, CLOSED.1 * self.drift)
    }

    /// How many steps a time takes: to the nearest, so that rounding makes no extra one.
    pub fn steps_in(&self, duration: f64) -> f64 {
        (duration / self.time_step - 1e-6).ceil()
    }
}

/// A choice with a name in files and on the command line.
macro_rules! named {
    ($choice:ident, $what:literal, $($variant:ident => $name:literal),+) => {
        impl $choice {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in files and on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl fmt::Display for $choice {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $choice {
            type Err = UnknownName;
            fn from_str(name: &str) -> Result<Self, UnknownName> {
                Self::ALL.iter().copied().find(|choice| choice.name() == name).ok_or_else(|| UnknownName {
                    what: $what,
                    name: name.to_owned(),
                    known: Self::ALL.iter().map(|choice| choice.name()).collect(),
                })
            }
        }
    };
}

/// A name that is none of those known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    /// As given.
    pub name: String,
    /// Those known.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} '{}'; expected one of {}", self.what, self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// A time-stepping scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// No gap is negative at the end of a step (Stewart and Trinkle 1996); of first order.
    StewartTrinkle,
    /// Velocities obey the laws where gaps close between the middle of this step and of the next (after Moreau 1988, Jean
    /// 1999); of second order while contacts do not change and no loops are closed.
    MoreauJean,
    /// Forces from accelerations where bodies rest on each other. Where those have no solution (Painlevé), and at
    /// impacts, the step is one of impulses, and the report says so.
    Acceleration,
}

named!(Scheme, "stepper", StewartTrinkle => "stewart-trinkle", MoreauJean => "moreau-jean", Acceleration => "acceleration");

/// What an impact gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpactLaw {
    /// The normal velocity is reversed and shrunk. With friction this can create energy (Kane's paradox).
    Newton,
    /// The normal impulse of compression is given back in part.
    Poisson,
    /// Newton's, mixed with the plastic impact as far as needed for the energy not to rise.
    EnergyConsistent,
}

named!(ImpactLaw, "impact law", Newton => "newton", Poisson => "poisson", EnergyConsistent => "energy-consistent");

/// What happens to a step whose contact problem the method did not solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FailurePolicy {
    /// The run stops before the step.
    Stop,
    /// The best point is taken if its relative residual is within this; else the run stops.
    Accept(f64),
    /// `auto` is asked, if it was not the method; its best point is taken, and recorded as unsolved if it is.
    Next,
}
