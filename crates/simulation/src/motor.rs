use crate::{Scene, Signal};
use stiction_multibody::State;

/// A motor that left its limits by this share of their span is a law of the solve no longer.
const RELEASED: f64 = 0.1;

/// A motor at a degree of freedom: `force + stiffness (position − q) + damping (velocity − v)`, within its limits.
///
/// Coordinate and velocity are those at the end of the step, so that no gain is too stiff for a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Motor {
    /// Which degree of freedom.
    pub freedom: usize,
    /// Which number of the configuration.
    pub coordinate: usize,
    /// Where it pulls to, m or rad.
    pub position: Signal,
    /// How fast it would go, m/s or rad/s.
    pub velocity: Signal,
    /// What it exerts besides, N or N·m.
    pub force: Signal,
    /// N/m or N·m/rad.
    pub stiffness: f64,
    /// N·s/m or N·m·s/rad.
    pub damping: f64,
    /// The smallest and the largest force, N or N·m; infinite where there is no limit.
    pub limits: (f64, f64),
}

impl Motor {
    /// `c = h d + h² k`: the inertia that it adds to its degree of freedom in a step.
    fn inertia(&self, h: f64) -> f64 {
        h * self.damping + h * h * self.stiffness
    }

    /// Its impulse over a step that ends at a time, were the velocity then zero.
    fn push(&self, configuration: &[f64], end: f64, h: f64) -> f64 {
        let mut force = self.force.at(end) + self.damping * self.velocity.at(end);
        if self.stiffness > 0.0 {
            force += self.stiffness * (self.position.at(end) - configuration[self.coordinate]);
        }
        if self.inertia(h) > 0.0 { h * force } else { h * force.max(self.limits.0).min(self.limits.1) }
    }

    /// Whether what it exerts depends on the motion and has to stay within limits.
    fn can_saturate(&self, h: f64) -> bool {
        self.inertia(h) > 0.0 && (self.limits.0.is_finite() || self.limits.1.is_finite())
    }
}

/// A motor's law in a step in which it is at a limit, or near one: `lower ≤ p ≤ upper`, and `v⁺ + p/c = push/c` between.
pub(crate) struct MotorLaw {
    pub motor: usize,
    pub freedom: usize,
    pub lower: f64,
    pub upper: f64,
    /// `1/c`: what the row's velocity gains per impulse, besides the motion.
    pub compliance: f64,
    /// `push/c`: the velocity at which it exerts nothing.
    pub idle_velocity: f64,
}

/// The motors of a scene during a step.
///
/// Within its limits a motor is a spring and a damper, `p = push − c v⁺`: inertia of the implicit model and a force on it. That
/// answer is right wherever it keeps the limits. A motor that would not becomes a law of the contact problem.
#[derive(Clone, Debug)]
pub(crate) struct Motors {
    /// The length of the step, or of the piece of one, s.
    pub h: f64,
    /// Impulses at zero velocity, and in the end, N·s or N·m·s.
    pushes: Vec<f64>,
    pub impulses: Vec<f64>,
    /// Those of all pieces of a step so far.
    sums: Vec<f64>,
    /// Which of them are laws of the solve.
    laws: Vec<bool>,
}

impl Motors {
    pub fn new(scene: &Scene) -> Self {
        let count = scene.motors.len();
        let h = scene.settings.time_step;
        Self {
            h,
            pushes: vec![0.0; count],
            impulses: vec![0.0; count],
            sums: vec![0.0; count],
            laws: vec![false; count],
        }
    }

    /// A whole step begins.
    pub fn begin_step(&mut self) {
        self.sums.fill(0.0);
    }

    /// A piece of it was taken.
    pub fn add_piece(&mut self) {
        self.sums.iter_mut().zip(&self.impulses).for_each(|(sum, impulse)| *sum += impulse);
    }

    /// The mean force of one over the last step, N or N·m.
    pub fn force(&self, motor: usize) -> f64 {
        self.sums[motor] / self.h
    }

    /// Which are laws of the next solve.
    pub fn limited(&self) -> &[bool] {
        &self.laws
    }

    /// Takes that over; motors without limits are never laws.
    pub fn restore(&mut self, scene: &Scene, limited: &[bool]) {
        for ((law, limited), motor) in self.laws.iter_mut().zip(limited).zip(&scene.motors) {
            *law = *limited && motor.can_saturate(self.h);
        }
    }

    /// Begins a step from a place; `end` is when a whole step from there arrives.
    pub fn begin(&mut self, scene: &Scene, place: &State, end: f64) {
        for (push, motor) in self.pushes.iter_mut().zip(&scene.motors) {
            *push = motor.push(&place.configuration, end, self.h);
        }
    }

    /// Adds the inertia of those that are no laws.
    pub fn add_inertia(&self, scene: &Scene, added: &mut [f64]) {
        for (motor, _) in scene.motors.iter().zip(&self.laws).filter(|(_, law)| !**law) {
            added[motor.freedom] += motor.inertia(self.h);
        }
    }

    /// Adds the forces of those that are no laws to a model with their inertia: `(push − c v) / h`.
    pub fn add_forces(&self, scene: &Scene, velocity: &[f64], force: &mut [f64]) {
        for ((motor, push), law) in scene.motors.iter().zip(&self.pushes).zip(&self.laws) {
            if !law {
                force[motor.freedom] += (push - motor.inertia(self.h) * velocity[motor.freedom]) / self.h;
            }
        }
    }

    /// Those that are laws.
    pub fn laws<'s>(&'s self, scene: &'s Scene) -> impl Iterator<Item = MotorLaw> + 's {
        let all = scene.motors.iter().zip(&self.pushes).zip(&self.laws).enumerate();
        all.filter(|(_, (_, law))| **law).map(|(index, ((motor, push), _))| {
            let compliance = 1.0 / motor.inertia(self.h);
            MotorLaw {
                motor: index,
                freedom: motor.freedom,
                lower: self.h * motor.limits.0,
                upper: self.h * motor.limits.1,
                compliance,
                idle_velocity: push * compliance,
            }
        })
    }

    /// Notes the impulses that go with the velocities at the end of the step, `solved` being those of the laws. Motors that
    /// broke their limits become laws; whether there are any, so that the step has to be solved again.
    pub fn exceed(&mut self, scene: &Scene, velocity: &[f64], mut solved: impl Iterator<Item = f64>) -> bool {
        let mut exceeded = false;
        for (index, motor) in scene.motors.iter().enumerate() {
            let (lower, upper) = (self.h * motor.limits.0, self.h * motor.limits.1);
            self.impulses[index] = match self.laws[index] {
                true => solved.next().unwrap_or(0.0),
                false => self.pushes[index] - motor.inertia(self.h) * velocity[motor.freedom],
            };
            let impulse = self.impulses[index];
            if !self.laws[index] && motor.can_saturate(self.h) && !(lower..=upper).contains(&impulse) {
                self.laws[index] = true;
                exceeded = true;
            }
        }
        exceeded
    }

    /// Motors well within their limits are springs again from the next step on; whether there are any.
    pub fn release(&mut self, scene: &Scene) -> bool {
        let mut released = false;
        for ((motor, impulse), law) in scene.motors.iter().zip(&self.impulses).zip(&mut self.laws) {
            let (lower, upper) = motor.limits;
            let span = if upper - lower < f64::INFINITY { upper - lower } else { lower.abs().min(upper.abs()) };
            let left = (impulse / self.h - lower).min(upper - impulse / self.h);
            if *law && left > RELEASED * span {
                *law = false;
                released = true;
            }
        }
        released
    }
}
