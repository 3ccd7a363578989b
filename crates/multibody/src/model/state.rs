use crate::model::Model;

/// Where a mechanism is and how it moves.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// s.
    pub time: f64,
    /// In the model's layout.
    pub configuration: Vec<f64>,
    /// In the model's layout.
    pub velocity: Vec<f64>,
}

impl State {
    /// At rest in the neutral configuration, at time zero.
    pub fn neutral(model: &Model) -> Self {
        Self { time: 0.0, configuration: model.neutral_configuration(), velocity: vec![0.0; model.velocity_size()] }
    }
}
