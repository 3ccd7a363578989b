use crate::model::FreedomKind;
use crate::spatial::Wrench;
use stiction_linalg::space::Vector3;

/// Four numbers side by side, one for each of up to four rows that act on the same bodies.
pub(crate) type Lanes = [f64; LANES];

/// How many rows go side by side: two vector registers, one and a third contact.
pub(crate) const LANES: usize = 4;

/// Several wrenches side by side: moment, then force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrenchLanes<const N: usize = LANES>(pub [[f64; N]; 6]);

impl<const N: usize> WrenchLanes<N> {
    /// No force.
    pub const ZERO: Self = Self([[0.0; N]; 6]);

    /// Sets one of the wrenches.
    pub fn set(&mut self, lane: usize, wrench: Wrench) {
        for (component, value) in self.0.iter_mut().zip(wrench.to_array()) {
            component[lane] = value;
        }
    }

    /// One of the wrenches.
    pub fn get(&self, lane: usize) -> Wrench {
        let [a, b, c, d, e, f] = self.0.map(|component| component[lane]);
        Wrench::new(Vector3::new(a, b, c), Vector3::new(d, e, f))
    }

    /// What of each wrench works on a degree of freedom, its axis through the reference point.
    #[inline(always)]
    pub fn project(&self, kind: FreedomKind, axis: Vector3) -> [f64; N] {
        let [a, b, c, d, e, f] = &self.0;
        let Vector3 { x, y, z } = axis;
        let along = |p: &[f64; N], q: &[f64; N], r: &[f64; N]| std::array::from_fn(|l| x * p[l] + y * q[l] + z * r[l]);
        match kind {
            FreedomKind::About => along(a, b, c),
            FreedomKind::Along => along(d, e, f),
            FreedomKind::Screw(pitch) => {
                let (turn, shift): ([f64; N], [f64; N]) = (along(a, b, c), along(d, e, f));
                std::array::from_fn(|l| turn[l] + pitch * shift[l])
            }
        }
    }

    /// Takes away a wrench, so many times in each lane.
    #[inline]
    pub fn subtract(&mut self, wrench: &Wrench, times: &[f64; N]) {
        for (component, value) in self.0.iter_mut().zip(wrench.to_array()) {
            for l in 0..N {
                component[l] -= value * times[l];
            }
        }
    }

    /// The same wrenches about another point, given the way from that point to the present one.
    #[inline(always)]
    pub fn about(&mut self, way: Vector3) {
        let [a, b, c, d, e, f] = &mut self.0;
        for l in 0..N {
            a[l] += way.y * f[l] - way.z * e[l];
            b[l] += way.z * d[l] - way.x * f[l];
            c[l] += way.x * e[l] - way.y * d[l];
        }
    }
}
