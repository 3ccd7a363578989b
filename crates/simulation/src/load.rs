use crate::Signal;
use stiction_linalg::space::Vector3;
use stiction_multibody::BodyId;

/// A force from outside that follows a schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// What it acts on.
    pub on: LoadTarget,
    /// What its numbers are multiplied by.
    pub factor: Signal,
    /// From when, s.
    pub from: f64,
    /// Until when, s.
    pub until: f64,
}

/// What a load acts on.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadTarget {
    /// A body, at a point of its frame, along the world's axes.
    Body {
        /// Which.
        body: BodyId,
        /// In the body's frame, m.
        point: Vector3,
        /// N.
        force: Vector3,
        /// N·m.
        torque: Vector3,
    },
    /// A degree of freedom, N or N·m. All forces on one together are held within its effort limit.
    Freedom(usize, f64),
}

impl Load {
    /// Its factor at a time; zero outside its span.
    pub fn factor_at(&self, time: f64) -> f64 {
        if time >= self.from && time < self.until { self.factor.at(time) } else { 0.0 }
    }
}

/// A coordinate that follows a schedule, as far as the effort limit of its degree of freedom allows: prescribed motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Drive {
    /// Which degree of freedom.
    pub freedom: usize,
    /// Which number of the configuration.
    pub coordinate: usize,
    /// Where it has to be, m or rad.
    pub position: Signal,
}
