use crate::dynamics::{ArticulatedFactor, Kinematics, MassFactor};
use crate::model::Model;

/// The two ways to factor the mass matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Composite bodies, then a factorisation of the matrix that keeps the zeros of the tree: fastest for
    /// robots, whose paths are short.
    MassMatrix,
    /// Articulated bodies: in proportion to the number of links, whatever the depth.
    ArticulatedBodies,
}

impl Route {
    /// The faster one for a model, by counting operations.
    pub fn for_model(model: &Model) -> Self {
        // Of the mass matrix: a projection per entry and, in the factorisation, a product and a sum per
        // entry and ancestor. Of articulated bodies: a fixed amount per degree of freedom. Weighted as
        // measured on chains.
        let (mut entries, mut updates) = (0.0, 0.0);
        for freedom in &model.freedoms {
            let depth = freedom.depth as f64;
            entries += depth + 1.0;
            updates += 0.5 * depth * depth;
        }
        let matrix = 7.0 * entries + updates;
        let articulated = 160.0 * model.freedoms.len() as f64;
        if matrix < articulated { Self::MassMatrix } else { Self::ArticulatedBodies }
    }
}

/// The factored mass matrix, by either route: it serves free motion, the Delassus matrix and the update
/// of velocities alike.
#[derive(Clone, Debug)]
pub enum InertiaFactor {
    /// See [`Route::MassMatrix`].
    Mass(MassFactor),
    /// See [`Route::ArticulatedBodies`].
    Articulated(ArticulatedFactor),
}

impl InertiaFactor {
    /// Room for a model, by the route that suits it.
    pub fn new(model: &Model) -> Self {
        Self::by(model, Route::for_model(model))
    }

    /// Room for a model, by a given route.
    pub fn by(model: &Model, route: Route) -> Self {
        match route {
            Route::MassMatrix => Self::Mass(MassFactor::new(model)),
            Route::ArticulatedBodies => Self::Articulated(ArticulatedFactor::new(model)),
        }
    }

    /// The route.
    pub fn route(&self) -> Route {
        match self {
            Self::Mass(_) => Route::MassMatrix,
            Self::Articulated(_) => Route::ArticulatedBodies,
        }
    }

    /// The nodes of three degrees of freedom that a root of the Delassus matrix has, by the route that has one.
    pub fn root_nodes(&self) -> Option<usize> {
        match self {
            Self::Mass(factor) => Some(factor.nodes),
            Self::Articulated(_) => None,
        }
    }

    /// Factors the mass matrix at a place.
    pub fn compute(&mut self, model: &Model, kinematics: &Kinematics) {
        match self {
            Self::Mass(factor) => factor.compute(model, kinematics),
            Self::Articulated(factor) => factor.compute(model, kinematics),
        }
    }

    /// Solves `M x = force`, in place.
    pub fn solve(&mut self, model: &Model, kinematics: &Kinematics, force: &mut [f64]) {
        match self {
            Self::Mass(factor) => factor.solve(force),
            Self::Articulated(factor) => factor.solve(model, kinematics, force),
        }
    }
}
