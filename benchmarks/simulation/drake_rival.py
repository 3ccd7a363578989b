"""The Drake program, a discrete MultibodyPlant with its default contact softness: `lagged` is its default, `sap` its convex
approximation; both have one contact point per pair of shapes. `hydroelastic` is `lagged` with pressure over contact areas for all
shapes except balls, because boxes cannot stand on one point each.

Drake has no restitution. Its outputs are not sampled after each step, because nothing reads them while steps are timed."""
import importlib.metadata

import numpy as np
from pydrake.common.eigen_geometry import Quaternion
from pydrake.geometry import (AddCompliantHydroelasticProperties, AddContactMaterial, AddRigidHydroelasticProperties, Box, Capsule,
                              CollisionFilterDeclaration, Convex, Cylinder, GeometrySet, HalfSpace, ProximityProperties,
                              SceneGraphConfig, Sphere)
from pydrake.math import RigidTransform
from pydrake.multibody.math import SpatialVelocity
from pydrake.multibody.plant import AddMultibodyPlantSceneGraph, CoulombFriction, DiscreteContactApproximation
from pydrake.multibody.tree import FixedOffsetFrame, PdControllerGains, RevoluteJoint, RotationalInertia, SpatialInertia
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder

import rival
import scene as scenes

APPROXIMATIONS = {"lagged": DiscreteContactApproximation.kLagged, "sap": DiscreteContactApproximation.kSap,
                  "hydroelastic": DiscreteContactApproximation.kLagged}


class Simulation:
    def __init__(self, scene, variant):
        self.scene, self.hydroelastic = scene, variant == "hydroelastic"
        self.notes = ["it has no restitution"] if scene.restitution else []
        builder = DiagramBuilder()
        self.plant, self.graph = AddMultibodyPlantSceneGraph(builder, time_step=scene.time_step)
        self.plant.set_discrete_contact_approximation(APPROXIMATIONS[variant])
        self.plant.SetUseSampledOutputPorts(False)
        # Pairs that never touch are excluded below.
        self.plant.set_adjacent_bodies_collision_filters(False)
        self.plant.mutable_gravity_field().set_gravity_vector(np.array(scene.gravity))
        self.bodies, self.joints, self.geometries = {}, {}, {}
        for shape in scene.shapes_of(None):
            self._shape(self.plant.world_body(), RigidTransform(), shape)
        for body in scene.bodies:
            self._body(body)
        for first, second in scene.apart:
            pair = [GeometrySet(self.geometries.get(name, [])) for name in (first, second)]
            self.graph.collision_filter_manager().Apply(CollisionFilterDeclaration().ExcludeBetween(*pair))
        self.plant.Finalize()
        self.diagram = builder.Build()
        self.simulator = Simulator(self.diagram)
        self._begin(self.plant.GetMyMutableContextFromRoot(self.simulator.get_mutable_context()))
        self.simulator.Initialize()
        self.steps, self.copy = 0, self.diagram.CreateDefaultContext()

    def _body(self, body):
        made, plant = body.joint, self.plant
        if made is None and body.parent is None:
            for shape in self.scene.shapes_of(body.name):
                self._shape(plant.world_body(), _at(body.position, body.orientation), shape)
            return
        inertia = SpatialInertia.MakeFromCentralInertia(body.mass, np.array(body.centre), RotationalInertia(*body.moments))
        self.bodies[body.name] = node = plant.AddRigidBody(body.name, inertia)
        parent = self.bodies[body.parent].body_frame() if body.parent else plant.world_frame()
        if made is None:
            plant.WeldFrames(parent, node.body_frame(), _at(body.position, body.orientation))
        elif made.kind == "revolute":
            if made.armature:
                raise ValueError("the Drake benchmark does not support armatures")
            anchor = np.array(body.position) + scenes.turned(body.orientation, made.anchor)
            before = plant.AddFrame(FixedOffsetFrame(f"{body.name}-before", parent, _at(anchor, body.orientation)))
            after = plant.AddFrame(FixedOffsetFrame(f"{body.name}-after", node.body_frame(), _at(made.anchor)))
            lower, upper = made.limits or (-np.inf, np.inf)
            self.joints[body.name] = joint = plant.AddJoint(RevoluteJoint(
                f"{body.name}-joint", before, after, np.array(made.axis), lower, upper, made.damping))
            if made.motor:
                limit = np.inf if made.motor.limit is None else made.motor.limit
                motor = plant.AddJointActuator(f"{body.name}-motor", joint, limit)
                motor.set_controller_gains(PdControllerGains(p=made.motor.stiffness, d=made.motor.damping))
        for shape in self.scene.shapes_of(body.name):
            self._shape(node, RigidTransform(), shape)

    def _shape(self, node, place, shape):
        kinds = {"sphere": Sphere, "box": lambda *half: Box(*(2 * edge for edge in half)),
                 "capsule": lambda radius, half: Capsule(radius, 2 * half),
                 "cylinder": lambda radius, half: Cylinder(radius, 2 * half), "plane": HalfSpace,
                 "hull": lambda *numbers: Convex(np.reshape(numbers, (-1, 3)).T, "hull")}
        surface = ProximityProperties()
        AddContactMaterial(None, None, CoulombFriction(self.scene.friction, self.scene.friction), surface)
        # Without such properties two shapes touch in a point, and so do a box and a half space that is soft too.
        defaults = SceneGraphConfig().default_proximity_properties
        if self.hydroelastic and shape.kind == "plane":
            AddRigidHydroelasticProperties(surface)
        elif self.hydroelastic and shape.kind != "sphere":
            AddCompliantHydroelasticProperties(defaults.resolution_hint, defaults.hydroelastic_modulus, surface)
        geometries = self.geometries.setdefault(shape.body, [])
        geometries.append(self.plant.RegisterCollisionGeometry(
            node, place @ _at(shape.position, shape.orientation), kinds[shape.kind](*shape.numbers),
            f"{shape.body}-{len(geometries)}", surface))

    def _begin(self, context):
        motors = []
        for body in self.scene.bodies:
            made, node = body.joint, self.bodies.get(body.name)
            if made is None:
                continue
            if made.kind == "free":
                turn = made.position[3:]
                self.plant.SetFreeBodyPose(context, node, _at(made.position[:3], turn))
                angular, linear = (np.array(scenes.turned(turn, part)) for part in (made.velocity[:3], made.velocity[3:]))
                self.plant.SetFreeBodySpatialVelocity(context, node, SpatialVelocity(angular, linear))
            else:
                self.joints[body.name].set_angle(context, made.position)
                self.joints[body.name].set_angular_rate(context, made.velocity)
                motors += [made.motor] if made.motor else []
        if motors:
            targets = [motor.target for motor in motors] + [0.0] * len(motors)
            port = self.plant.get_desired_state_input_port(next(iter(self.bodies.values())).model_instance())
            port.FixValue(context, np.array(targets))

    def step(self, steps):
        self.steps += steps
        self.simulator.AdvanceTo(self.steps * self.scene.time_step)

    def masses(self):
        context, found = self._look(), {}
        for name, node in self.bodies.items():
            inertia = node.CalcSpatialInertiaInBodyFrame(context)
            moments = inertia.Shift(inertia.get_com()).CalcRotationalInertia().CopyToFullMatrix3()
            found[name] = [inertia.get_mass(), *sorted(map(float, np.linalg.eigvalsh(moments)), reverse=True)]
        return found

    def positions(self):
        context = self._look()
        return {name: list(map(float, node.EvalPoseInWorld(context).translation())) for name, node in self.bodies.items()}

    def energy(self):
        context = self._look()
        return self.plant.CalcKineticEnergy(context), self.plant.CalcPotentialEnergy(context)

    def overlap(self):
        """Contact areas count by their faces; their depth is that of the points of deepest overlap."""
        self._look()
        query = self.graph.get_query_output_port().Eval(self.graph.GetMyContextFromRoot(self.copy))
        pairs = query.ComputePointPairPenetration()
        count = len(pairs)
        if self.hydroelastic:
            areas, points = query.ComputeContactSurfacesWithFallback(self.plant.get_contact_surface_representation())
            count = len(points) + sum(area.num_faces() for area in areas)
        return max((pair.depth for pair in pairs), default=0.0), count

    def _look(self):
        """A copy of the state, so that reading it saves the next step no work."""
        self.copy.SetTimeStateAndParametersFrom(self.simulator.get_context())
        return self.plant.GetMyContextFromRoot(self.copy)


def _at(position, orientation=(1.0, 0.0, 0.0, 0.0)):
    # It requires unit quaternions to the last digit.
    turn = np.array(orientation) / np.linalg.norm(orientation)
    return RigidTransform(Quaternion(turn), np.array(position, float))


if __name__ == "__main__":
    rival.serve("Drake", importlib.metadata.version("drake"), list(APPROXIMATIONS),
                lambda scene, variant: lambda: Simulation(scene, variant))
