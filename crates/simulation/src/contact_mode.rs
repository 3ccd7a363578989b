/// What a contact did in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ContactMode {
    /// No impulse.
    #[default]
    Open,
    /// An impulse and no slip.
    Stick,
    /// An impulse and a slip, or no friction that could hold it.
    Slip,
}

impl ContactMode {
    /// All of them, in the order of their numbers in files.
    pub const ALL: [Self; 3] = [Self::Open, Self::Stick, Self::Slip];

    /// By the normal impulse and the speed of the slip, and what counts as none of each.
    pub(crate) fn of(impulse: f64, slip: f64, friction: f64, least: f64, slowest: f64) -> Self {
        if impulse <= least {
            Self::Open
        } else if slip > slowest || friction == 0.0 {
            Self::Slip
        } else {
            Self::Stick
        }
    }

    /// In files and for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Stick => "stick",
            Self::Slip => "slip",
        }
    }
}
