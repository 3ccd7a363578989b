use std::path::Path;
use stiction_linalg::space::{Matrix3, Pose, Symmetric3, Vector3};
use stiction_multibody::{BodyId, Inertia, JointDescription, JointKind, Model};

/// A model file: the mechanism, its contact points, and states to run through.
pub struct Case {
    pub name: String,
    pub model: Model,
    /// A body and a point on it, in its frame.
    pub contacts: Vec<(BodyId, Vector3)>,
    pub states: Vec<State>,
}

#[derive(Default)]
pub struct State {
    pub configuration: Vec<f64>,
    pub velocity: Vec<f64>,
    pub acceleration: Vec<f64>,
    pub force: Vec<f64>,
}

impl Case {
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut name = String::new();
        let mut gravity = Vector3::ZERO;
        let mut bodies = Vec::new();
        let mut contacts = Vec::new();
        let mut states: Vec<State> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let fail = |message: &str| format!("{}:{}: {message}", path.display(), index + 1);
            let words: Vec<&str> = line.split_whitespace().collect();
            let numbers = |from: usize| -> Result<Vec<f64>, String> {
                words[from..].iter().map(|word| word.parse().map_err(|_| fail("expected numbers"))).collect()
            };
            match words.first().copied() {
                Some("model") => name = words.get(1).copied().unwrap_or_default().to_owned(),
                Some("gravity") => gravity = vector(&numbers(1)?, 0),
                Some("body") if words.len() == 29 => {
                    let parent: i64 = words[2].parse().map_err(|_| fail("expected a number"))?;
                    bodies.push((words[1].to_owned(), parent, words[3].to_owned(), numbers(4)?));
                }
                Some("contact") if words.len() == 6 => {
                    let body: usize = words[2].parse().map_err(|_| fail("expected a number"))?;
                    contacts.push((body, vector(&numbers(3)?, 0)));
                }
                Some("configuration") => states.push(State { configuration: numbers(1)?, ..Default::default() }),
                Some(key @ ("velocity" | "acceleration" | "force")) => {
                    let state = states.last_mut().ok_or_else(|| fail("expected a configuration first"))?;
                    let place = match key {
                        "velocity" => &mut state.velocity,
                        "acceleration" => &mut state.acceleration,
                        _ => &mut state.force,
                    };
                    *place = numbers(1)?;
                }
                None => {}
                Some(_) => return Err(fail("expected a record that the README describes")),
            }
        }
        let mut builder = Model::builder(name.clone());
        builder.set_gravity(gravity).map_err(|error| error.to_string())?;
        let mut ids = Vec::new();
        for (name, parent, kind, n) in bodies {
            let axis = vector(&n, 0);
            let kind = match kind.as_str() {
                "free" => JointKind::Free,
                "prismatic" => JointKind::Prismatic { axis },
                _ => JointKind::Revolute { axis },
            };
            let rotation = Matrix3::from_rows([[n[6], n[7], n[8]], [n[9], n[10], n[11]], [n[12], n[13], n[14]]]);
            let moments = Symmetric3 { xx: n[19], xy: n[20], xz: n[21], yy: n[22], yz: n[23], zz: n[24] };
            let inertia = Inertia::new(n[15], vector(&n, 16), moments);
            let parent = usize::try_from(parent).map_or(builder.world(), |parent| ids[parent]);
            let joint = JointDescription::new(format!("joint of {name}"), kind).at(Pose::new(rotation, vector(&n, 3)));
            let id = builder.add_body(name, parent, vec![joint], inertia).map_err(|error| error.to_string())?;
            ids.push(id);
        }
        let contacts = contacts.into_iter().map(|(body, point)| (ids[body], point)).collect();
        let model = builder.build().map_err(|error| error.to_string())?;
        Ok(Self { name, model, contacts, states })
    }
}

fn vector(numbers: &[f64], from: usize) -> Vector3 {
    Vector3::new(numbers[from], numbers[from + 1], numbers[from + 2])
}
