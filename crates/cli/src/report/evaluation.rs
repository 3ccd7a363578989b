//! The equations of motion at a state, for people.

use super::moves::freedoms;
use super::number::{columns, name, number, short};
use crate::evaluation::{Evaluation, FrameEvaluation};
use stiction_linalg::DenseMatrix;
use stiction_linalg::space::{Quaternion, Vector3};
use stiction_multibody::Model;

/// Wider matrices are left to the JSON answer.
const WIDEST: usize = 12;

/// The whole answer.
pub fn answer(model: &Model, evaluation: &Evaluation) -> String {
    let names: Vec<_> = model.joints().iter().flat_map(freedoms).collect();
    let mut text = format!(
        "configuration\n{}\nequation of motion: M acceleration + bias = force + passive\nwithout loop closures, couplings, joint limits and dry friction\n{}",
        configuration(model, evaluation),
        motion(&names, evaluation)
    );
    if let Some(note) = &evaluation.note {
        text.push_str(&format!("\nwarning: {note}\n"));
    }
    let potential = match evaluation.spring_energy {
        0.0 => String::new(),
        energy => format!(", springs {} J", number(energy)),
    };
    text.push_str(&format!(
        "\nenergy          kinetic {} J, gravity {} J{potential}\ncentre of mass  {} m\n\nmass matrix M\n{}",
        number(evaluation.kinetic_energy),
        number(evaluation.gravitational_energy),
        triple(evaluation.centre_of_mass),
        matrix(&names, &names, &evaluation.mass_matrix)
    ));
    for frame in &evaluation.frames {
        text.push_str(&format!("\n{}", of_frame(&names, frame)));
    }
    text
}

fn configuration(model: &Model, evaluation: &Evaluation) -> String {
    let moving = model.joints().iter().filter(|joint| !joint.configuration.is_empty());
    let line = |joint: &stiction_multibody::Joint| {
        let values = &evaluation.state.configuration[joint.configuration.clone()];
        vec![
            format!("  {}", name(&joint.name)),
            values.iter().map(|&value| number(value)).collect::<Vec<_>>().join(", "),
        ]
    };
    columns(&moving.map(line).collect::<Vec<_>>(), &[true, true])
}

fn motion(names: &[String], evaluation: &Evaluation) -> String {
    let mut lines = vec![["", "velocity", "force", "passive", "bias", "acceleration"].map(str::to_owned).to_vec()];
    let passive = evaluation.passive_force.iter().any(|&force| force != 0.0);
    for (k, label) in names.iter().enumerate() {
        let values = [
            evaluation.state.velocity[k],
            evaluation.state.force[k],
            evaluation.passive_force[k],
            evaluation.bias_force[k],
            evaluation.acceleration[k],
        ];
        let mut line = vec![format!("  {label}")];
        line.extend(values.map(number));
        lines.push(line);
    }
    if !passive {
        // An empty column is left out.
        lines.iter_mut().for_each(|line| line[3].clear());
    }
    columns(&lines, &[true, false, false, false, false, false])
}

fn of_frame(names: &[String], frame: &FrameEvaluation) -> String {
    let turn = Quaternion::from_matrix(&frame.pose.rotation).to_array().map(number).join(", ");
    let rows = ["ωx", "ωy", "ωz", "vx", "vy", "vz"].map(str::to_owned);
    format!(
        "frame {}, in world axes\n  position          {} m\n  quaternion        ({turn})\n  angular velocity  {} rad/s\n  linear velocity   {} m/s\nJacobian of {}\n{}",
        name(&frame.name),
        triple(frame.pose.position),
        triple(frame.velocity.angular),
        triple(frame.velocity.linear),
        name(&frame.name),
        matrix(&rows, names, &frame.jacobian)
    )
}

fn matrix(rows: &[String], names: &[String], matrix: &DenseMatrix) -> String {
    if matrix.columns() > WIDEST {
        return format!("  {} × {} entries: --json prints them\n", matrix.rows(), matrix.columns());
    }
    let mut lines = vec![std::iter::once(String::new()).chain(names.iter().cloned()).collect::<Vec<_>>()];
    for (i, label) in rows.iter().enumerate() {
        let entries = (0..matrix.columns()).map(|j| short(matrix[(i, j)]));
        lines.push(std::iter::once(format!("  {label}")).chain(entries).collect());
    }
    let mut left = vec![false; matrix.columns() + 1];
    left[0] = true;
    columns(&lines, &left)
}

fn triple(vector: Vector3) -> String {
    format!("({})", vector.to_array().map(number).join(", "))
}
