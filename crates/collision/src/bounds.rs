use stiction_linalg::space::{Pose, Vector3};

/// A box along the axes of a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub low: Vector3,
    pub high: Vector3,
}

impl Bounds {
    const MOST: Vector3 = Vector3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY);
    pub(crate) const NOTHING: Self =
        Self { low: Self::MOST, high: Vector3::new(-f64::INFINITY, -f64::INFINITY, -f64::INFINITY) };

    pub(crate) fn of_points(points: &[Vector3]) -> Self {
        points.iter().fold(Self::NOTHING, |all, &point| all.with(&Self { low: point, high: point }))
    }

    pub(crate) fn with(&self, other: &Self) -> Self {
        let (a, b, c, d) = (self.low, other.low, self.high, other.high);
        Self {
            low: Vector3::new(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z)),
            high: Vector3::new(c.x.max(d.x), c.y.max(d.y), c.z.max(d.z)),
        }
    }

    pub(crate) fn around(centre: Vector3, half: Vector3) -> Self {
        Self { low: centre - half, high: centre + half }
    }

    pub(crate) fn enlarged(&self, by: f64) -> Self {
        let by = Vector3::new(by, by, by);
        Self { low: self.low - by, high: self.high + by }
    }

    /// Bounds of the same box in the frame in which its own frame has the pose.
    pub(crate) fn moved(&self, pose: &Pose) -> Self {
        let (middle, half) = ((self.low + self.high) * 0.5, (self.high - self.low) * 0.5);
        let r = pose.rotation;
        let spread = |x: f64, y: f64, z: f64| x.abs() * half.x + y.abs() * half.y + z.abs() * half.z;
        let reach = Vector3::new(spread(r.x.x, r.y.x, r.z.x), spread(r.x.y, r.y.y, r.z.y), spread(r.x.z, r.y.z, r.z.z));
        Self::around(pose.point(middle), reach)
    }

    /// Whether any of it is below the plane z = margin of a frame; false for what has no bounds, and for NaN.
    pub(crate) fn dips_below(&self, frame: &Pose, margin: f64) -> bool {
        let n = frame.rotation.z;
        let lowest = |n: f64, low: f64, high: f64| if n > 0.0 { n * low } else { n * high };
        // About the frame's origin: far from the world's, no digit is lost.
        let (low, high) = (self.low - frame.position, self.high - frame.position);
        let reach = lowest(n.x, low.x, high.x) + lowest(n.y, low.y, high.y) + lowest(n.z, low.z, high.z);
        reach < margin && reach > f64::NEG_INFINITY
    }

    /// False if any number is NaN.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
            && self.low.z <= other.high.z
            && other.low.z <= self.high.z
    }
}
