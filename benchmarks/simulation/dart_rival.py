"""DART's half, with ODE's collision detector, which knows spheres, boxes and planes as they are. `dantzig` is its default solver,
exact for a friction pyramid; `nsgs` solves Coulomb's law itself, by sweeps, to 1e-8.

Steps are called from Python one by one, as its package has no call for many; that
costs a fraction of a microsecond. Nothing sleeps."""
import math

import dartpy as dart
import numpy as np

import rival

VARIANTS = ["dantzig", "nsgs"]
SWEEPS, TOLERANCE = 500, 1e-8


class Simulation:
    def __init__(self, scene, variant):
        self.scene, self.bodies = scene, {}
        self.world = dart.simulation.World()
        self.world.setTimeStep(scene.time_step)
        self.world.setGravity(np.array(scene.gravity))
        self.world.setNumSimulationThreads(1)
        sleep = self.world.getDeactivationOptions()
        sleep.mEnabled = False
        self.world.setDeactivationOptions(sleep)
        solver = self.world.getConstraintSolver()
        if variant == "nsgs":
            options = dart.constraint.NsgsFrictionSolver.Options()
            options.tolerance, options.maxSweeps = TOLERANCE, SWEEPS
            solver.setBoxedLcpSolver(dart.constraint.NsgsFrictionSolver(options))
        solver.setCollisionDetector(dart.collision.OdeCollisionDetector())
        solver.getCollisionOption().maxNumContacts = 10_000
        self._fixed()
        skeletons = {}
        for body in scene.bodies:
            if body.parent is None:
                skeletons[body.name] = dart.dynamics.Skeleton(body.name)
            else:
                skeletons[body.name] = skeletons[body.parent]
            self._body(skeletons[body.name], body)
        self.skeletons = [skeletons[body.name] for body in scene.bodies if body.parent is None]
        for skeleton in self.skeletons:
            # Other than neighbours, bodies of one chain touch too.
            skeleton.enableSelfCollisionCheck()
            skeleton.disableAdjacentBodyCheck()
            self.world.addSkeleton(skeleton)

    def _fixed(self):
        skeleton = dart.dynamics.Skeleton("fixed")
        _, node = skeleton.createWeldJointAndBodyNodePair()
        for position, shape in self.scene.fixed:
            self._shape(node, shape, position)
        skeleton.setMobile(False)
        self.world.addSkeleton(skeleton)

    def _body(self, skeleton, body):
        if body.hinge:
            properties = dart.dynamics.RevoluteJointProperties()
            properties.mName, properties.mAxis = f"{body.name}-joint", np.array(body.hinge.axis)
            properties.mT_ParentBodyToJoint = _at(np.array(body.position) + body.hinge.anchor)
            properties.mT_ChildBodyToJoint = _at(body.hinge.anchor)
            parent = self.bodies.get(body.parent)
            joint, node = skeleton.createRevoluteJointAndBodyNodePair(parent, properties)
            joint.setPosition(0, body.hinge.position)
            joint.setVelocity(0, body.hinge.velocity)
        else:
            joint, node = skeleton.createFreeJointAndBodyNodePair()
            joint.setPositions(np.array([0.0, 0.0, 0.0, *body.position]))
            joint.setLinearVelocity(np.array(body.velocity))
        node.setName(body.name)
        node.setInertia(dart.dynamics.Inertia(body.mass, np.zeros(3), np.diag(body.moments)))
        self._shape(node, body.shape)
        self.bodies[body.name] = node

    def _shape(self, node, shape, position=(0.0, 0.0, 0.0)):
        kinds = {"sphere": lambda: dart.dynamics.SphereShape(*shape.numbers),
                 "box": lambda: dart.dynamics.BoxShape(np.array(shape.numbers)),
                 "plane": lambda: dart.dynamics.PlaneShape(np.array([0.0, 0.0, 1.0]), float(position[2]))}
        shape_node = node.createShapeNode(kinds[shape.kind]())
        shape_node.createCollisionAspect()
        if shape.kind != "plane":
            shape_node.setRelativeTransform(_at(position))
        surface = shape_node.createDynamicsAspect()
        # Of two surfaces it takes the smaller friction and the product of the restitutions.
        surface.setFrictionCoeff(self.scene.friction)
        surface.setRestitutionCoeff(math.sqrt(self.scene.restitution))

    def step(self, steps):
        step = self.world.step
        for _ in range(steps):
            step()

    def masses(self):
        inertias = {name: node.getInertia() for name, node in self.bodies.items()}
        return {name: [inertia.getMass(), *map(float, np.diag(inertia.getMoment()))] for name, inertia in inertias.items()}

    def positions(self):
        return {name: list(map(float, np.ravel(node.getCOM()))) for name, node in self.bodies.items()}

    def energy(self):
        return (sum(skeleton.computeKineticEnergy() for skeleton in self.skeletons),
                sum(skeleton.computePotentialEnergy() for skeleton in self.skeletons))

    def overlap(self):
        contacts = self.world.getLastCollisionResult().getContacts()
        return max((contact.penetrationDepth for contact in contacts), default=0.0), len(contacts)


def _at(position):
    transform = dart.math.Isometry3()
    transform.set_translation(np.array(position, float))
    return transform


if __name__ == "__main__":
    rival.serve("DART", dart.__version__, VARIANTS, lambda scene, variant: lambda: Simulation(scene, variant))
