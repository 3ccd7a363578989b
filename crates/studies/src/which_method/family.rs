/// Problems that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    Single,
    Legs,
    Stacks,
    MassRatios,
    Wedges,
    Chains,
    Joints,
    Rolling,
    Heaps,
    RecordedPlanar,
    RecordedSpatial,
    RecordedGlobal,
    RecordedRolling,
    RecordedMixed,
    RecordedScenes,
}

impl Family {
    pub const ALL: [Self; 15] = [
        Self::Single,
        Self::Legs,
        Self::Stacks,
        Self::MassRatios,
        Self::Wedges,
        Self::Chains,
        Self::Joints,
        Self::Rolling,
        Self::Heaps,
        Self::RecordedPlanar,
        Self::RecordedSpatial,
        Self::RecordedGlobal,
        Self::RecordedRolling,
        Self::RecordedMixed,
        Self::RecordedScenes,
    ];

    /// Of a standard problem, by its name.
    pub fn of_sample(name: &str) -> Self {
        // Heaps with long numbers have masses that differ by up to eight orders.
        let unequal = name.starts_with("pile") && (name.contains("-10") && name.len() >= 12 || name == "pile-50-4");
        match name.split('-').next().unwrap_or_default() {
            "point" | "offset" | "planar" | "rod" => Self::Single,
            "box" | "table" | "bench" => Self::Legs,
            "stack" => Self::Stacks,
            "heavy" | "light" => Self::MassRatios,
            "groove" | "walls" | "arch" => Self::Wedges,
            "chain" => Self::Chains,
            "joint" | "motor" | "arm" => Self::Joints,
            "ball" | "balls" => Self::Rolling,
            _ if unequal => Self::MassRatios,
            _ => Self::Heaps,
        }
    }

    /// Of a recorded problem, by its folder.
    pub fn of_file(name: &str) -> Self {
        match name.split('/').next().unwrap_or_default() {
            "fc2d" => Self::RecordedPlanar,
            "fc3d" => Self::RecordedSpatial,
            "global3d" => Self::RecordedGlobal,
            "rolling3d" => Self::RecordedRolling,
            "gmp" => Self::RecordedMixed,
            _ => Self::RecordedScenes,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Single => "one contact, every mode",
            Self::Legs => "boxes, tables: redundant legs",
            Self::Stacks => "stacks",
            Self::MassRatios => "large mass ratios",
            Self::Wedges => "grooves, walls, arches: jamming",
            Self::Chains => "chains with joints, on the ground",
            Self::Joints => "joint friction, motors, joint limits",
            Self::Rolling => "rolling friction",
            Self::Heaps => "piles of balls and boxes",
            Self::RecordedPlanar => "recorded, planar (fc2d)",
            Self::RecordedSpatial => "recorded, spatial (fc3d)",
            Self::RecordedGlobal => "recorded, mass matrix given (global3d)",
            Self::RecordedRolling => "recorded, rolling (rolling3d)",
            Self::RecordedMixed => "recorded, mixed laws (gmp)",
            Self::RecordedScenes => "recorded, steps of scenes",
        }
    }
}
