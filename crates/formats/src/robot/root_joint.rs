/// How the root link of a URDF file is joined to the world: the file itself does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootJoint {
    /// It is part of the world.
    #[default]
    Fixed,
    /// It moves freely.
    Free,
}
