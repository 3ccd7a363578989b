use crate::chain;
use crate::frames::{doubles, frame, vector};
use crate::scene::{Body, Joint, Scene};
use crate::shapes::collider;
use rapier3d::parry::query::contact;
use rapier3d::prelude::*;
use std::collections::HashMap;

pub const VARIANTS: [&str; 2] = ["default", "accurate"];

/// A world at the scene's start.
pub struct Simulation {
    world: PhysicsWorld,
    /// Those that have mass, in the scene's order.
    bodies: Vec<(String, RigidBodyHandle)>,
}

impl Simulation {
    pub fn new(scene: &Scene, variant: &str) -> Result<Self, String> {
        let mut world = PhysicsWorld::new();
        world.gravity = vector(scene.gravity);
        world.integration_parameters.dt = scene.time_step as Real;
        match variant {
            "default" => {}
            "accurate" => {
                world.integration_parameters.num_solver_iterations = 20;
                world.integration_parameters.friction_model = FrictionModel::Coulomb;
                world.integration_parameters.contact_recycling = false;
            }
            _ => return Err(format!("no variant {variant}")),
        }
        let fixed = world.insert_body(RigidBodyBuilder::fixed());
        for shape in scene.shapes_of(None) {
            world.insert_collider(collider(scene, shape)?, Some(fixed));
        }
        let mut handles = HashMap::new();
        for body in &scene.bodies {
            let handle = world.insert_body(start(body));
            for shape in scene.shapes_of(Some(&body.name)) {
                world.insert_collider(collider(scene, shape)?, Some(handle));
            }
            handles.insert(body.name.as_str(), handle);
        }
        let PhysicsWorld { bodies, colliders, .. } = &mut world;
        for (_, body) in bodies.iter_mut() {
            body.recompute_mass_properties_from_colliders(colliders);
        }
        chain::hang(&mut world, scene, &handles)?;
        let massive = scene.bodies.iter().filter(|body| body.mass > 0.0);
        let bodies = massive.map(|body| (body.name.clone(), handles[body.name.as_str()])).collect();
        Ok(Self { world, bodies })
    }

    pub fn step(&mut self, steps: usize) {
        for _ in 0..steps {
            self.world.step();
        }
    }

    fn bodies(&self) -> impl Iterator<Item = (&str, &RigidBody)> {
        self.bodies.iter().map(|(name, handle)| (name.as_str(), &self.world.bodies[*handle]))
    }

    /// Mass and principal moments of inertia, the largest first.
    pub fn masses(&self) -> HashMap<String, [f64; 4]> {
        let numbers = self.bodies().map(|(name, body)| {
            let properties = body.mass_properties().local_mprops;
            let mut moments = doubles(properties.principal_inertia());
            moments.sort_by(|a, b| b.total_cmp(a));
            (name.to_owned(), [properties.mass() as f64, moments[0], moments[1], moments[2]])
        });
        numbers.collect()
    }

    pub fn positions(&self) -> HashMap<String, [f64; 3]> {
        self.bodies().map(|(name, body)| (name.to_owned(), doubles(body.translation()))).collect()
    }

    /// Kinetic and potential.
    pub fn energy(&self) -> (f64, f64) {
        let (mut kinetic, mut potential) = (0.0, 0.0);
        for (_, body) in self.bodies() {
            let properties = body.mass_properties().local_mprops;
            let (mass, moments) = (properties.mass() as f64, doubles(properties.principal_inertia()));
            let axes = *body.rotation() * properties.principal_inertia_local_frame;
            let (linear, angular) = (doubles(body.linvel()), doubles(axes.inverse() * body.angvel()));
            let at = doubles(*body.position() * properties.local_com);
            let pull = doubles(self.world.gravity);
            for k in 0..3 {
                kinetic += (mass * linear[k] * linear[k] + moments[k] * angular[k] * angular[k]) / 2.0;
                potential -= mass * pull[k] * at[k];
            }
        }
        (kinetic, potential)
    }

    /// The deepest, and how many contacts its solver had. Rapier's own distances may be of an earlier step: of each pair that
    /// its solver had, how deep it is is found anew.
    pub fn overlap(&self) -> (f64, usize) {
        let (mut deepest, mut count) = (0.0_f64, 0);
        for pair in self.world.narrow_phase.contact_pairs() {
            let active: usize = pair.solver_manifolds().iter().map(|part| part.data.num_active_contacts()).sum();
            if active == 0 {
                continue;
            }
            count += active;
            let mut sides = [pair.collider1, pair.collider2].map(|handle| &self.world.colliders[handle]);
            // The other way round it does not find what touches a half space.
            sides.sort_by_key(|side| side.shape().as_halfspace().is_none());
            let [first, second] = sides;
            let found = contact(first.position(), first.shape(), second.position(), second.shape(), 0.0);
            deepest = found.ok().flatten().map_or(deepest, |contact| deepest.max(-contact.dist as f64));
        }
        (deepest, count)
    }
}

/// A lone body where it starts; where those of chains are, their joints say.
fn start(body: &Body) -> RigidBodyBuilder {
    let made = match (&body.joint, &body.parent) {
        (None, None) => return RigidBodyBuilder::fixed().pose(frame(body.position, body.orientation)),
        (Some(Joint::Free { position: [x, y, z, turn @ ..], velocity: [a, b, c, linear @ ..] }), _) => {
            let at = frame([*x, *y, *z], *turn);
            // Ours is that of the body's origin, along the body's axes, theirs that of the centre of mass.
            let angular = vector([*a, *b, *c]);
            let linear = vector(*linear) + angular.cross(vector(body.centre));
            RigidBodyBuilder::dynamic().pose(at).linvel(at.rotation * linear).angvel(at.rotation * angular)
        }
        _ => RigidBodyBuilder::dynamic(),
    };
    let [xx, yy, zz, xy, xz, yz] = body.moments;
    let moments = Matrix::from_cols(vector([xx, xy, xz]), vector([xy, yy, yz]), vector([xz, yz, zz]));
    let properties = MassProperties::with_inertia_matrix(vector(body.centre), body.mass as Real, moments);
    made.additional_mass_properties(properties).can_sleep(false)
}
