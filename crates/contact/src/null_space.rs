use crate::{ContactProblem, Law};
use stiction_linalg::kernels::{axpy, dot, norm};

impl ContactProblem {
    /// The number of independent impulse changes that leave every velocity as it is: the degree to which a solution is
    /// statically indeterminate.
    ///
    /// Counted is the nullity of `W` on the directions in which the laws let impulses change while the velocities
    /// stay, which the velocities alone tell, so that every solution with the same velocities has the same number:
    ///
    /// - bilateral: all rows;
    /// - unilateral, bounded: the row, where it is at rest; bounds that are equal leave no change;
    /// - with friction, where the normal row is at rest: all rows of a disc that does not slide, and the normal together
    ///   with the friction of the discs that do, as one direction along the edge of the cone; a disc without friction
    ///   carries no impulse;
    /// - nothing where a contact opens.
    ///
    /// Where a row is at rest and its impulse is at a limit, only one of the two senses is admissible; it is counted. A
    /// row is at rest when its velocity is below `tolerance` times the velocity scale. Directions have length one, in units
    /// in which each law's own block of `W` is of order one; they count as dependent when what is left of what they do to
    /// the velocities is below `tolerance`, or below that share of the most that any of them does.
    pub fn impulse_null_space(&self, impulses: &[f64], tolerance: f64) -> usize {
        let velocity = self.velocity(impulses);
        let slowest = tolerance * self.velocity_scale();
        let mut directions: Vec<Vec<(usize, f64)>> = Vec::new();
        for (index, law) in self.laws().iter().enumerate() {
            self.add_directions(law, self.rows_of(index).start, &velocity, slowest, &mut directions);
        }
        let mut units = vec![1.0; self.order()];
        for law in 0..self.laws().len() {
            units[self.rows_of(law)].fill(self.scaling(law).sqrt());
        }
        // W times each direction, in scaled units.
        let dense = self.dense();
        let images = directions.iter().map(|direction| {
            let mut image = vec![0.0; self.order()];
            direction.iter().for_each(|&(row, value)| axpy(value * units[row], dense.column(row), &mut image));
            image.iter_mut().zip(&units).for_each(|(value, unit)| *value *= unit);
            image
        });
        directions.len() - rank(images.collect(), tolerance)
    }

    fn add_directions(
        &self,
        law: &Law,
        first: usize,
        velocity: &[f64],
        slowest: f64,
        directions: &mut Vec<Vec<(usize, f64)>>,
    ) {
        if let Law::Bilateral { rows } = law {
            return directions.extend((first..first + rows).map(|row| vec![(row, 1.0)]));
        }
        if velocity[first].abs() > slowest || matches!(law, Law::Bounded { lower, upper } if lower == upper) {
            return;
        }
        let mut edge = vec![(first, 1.0)];
        for (disc, count, friction) in law.discs().filter(|&(_, _, friction)| friction > 0.0) {
            let rows = first + disc..first + disc + count;
            let slip = norm(&velocity[rows.clone()]);
            if slip > slowest {
                edge.extend(rows.map(|row| (row, -friction * velocity[row] / slip)));
            } else {
                directions.extend(rows.map(|row| vec![(row, 1.0)]));
            }
        }
        // A steep edge counts no more than a flat one.
        let length = edge.iter().map(|(_, value)| value * value).sum::<f64>().sqrt();
        edge.iter_mut().for_each(|(_, value)| *value /= length);
        directions.push(edge);
    }
}

/// The number of independent vectors: Gram and Schmidt's process, the longest remainder first.
fn rank(mut vectors: Vec<Vec<f64>>, tolerance: f64) -> usize {
    let mut found = 0;
    // Own blocks are of order one: where nothing is larger than rounding, all of it is.
    let longest = vectors.iter().map(|vector| norm(vector)).fold(1.0, f64::max);
    while let Some((place, length)) =
        vectors.iter().map(|vector| norm(vector)).enumerate().max_by(|a, b| a.1.total_cmp(&b.1))
    {
        if length.is_nan() || length <= tolerance * longest {
            break;
        }
        found += 1;
        let mut pivot = vectors.swap_remove(place);
        pivot.iter_mut().for_each(|value| *value /= length);
        for vector in &mut vectors {
            // Twice is enough (Kahan).
            for _ in 0..2 {
                let share = dot(&pivot, vector);
                axpy(-share, &pivot, vector);
            }
        }
    }
    found
}
