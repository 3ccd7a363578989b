//! Fig. 1: the particle above the plane, both frames, the gap and the directions of friction; and the step from the side.

use crate::StudyError;
use crate::findings::Findings;
use stiction_figures::{Anchor, Canvas, INK, Stroke};

const PLANE: &str = "#009e73";
const PARTICLE: &str = "#0072b2";
const CONTACT: &str = "#d55e00";
const FRICTION: &str = "#cc79a7";

const fn stroke(colour: &'static str, width: f64) -> Stroke {
    Stroke { colour, width, dashes: "" }
}

const fn broken(colour: &'static str) -> Stroke {
    Stroke { colour, width: 1.6, dashes: "5 4" }
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let mut canvas = Canvas::new(1080.0, 430.0);
    canvas.text((18.0, 28.0), 18.0, INK, Anchor::Start, "The particle on a plane (Fig. 1)");
    in_space(&mut canvas);
    from_the_side(&mut canvas);
    findings.drawing("particle", canvas.finish())
}

/// The paper's figure.
fn in_space(canvas: &mut Canvas) {
    // An oblique view: x to the lower right, y to the upper right, z up; lengths in pixels.
    let foot = (285.0, 290.0);
    let place = |[x, y, z]: [f64; 3]| (foot.0 + 0.94 * x + 0.62 * y, foot.1 + 0.34 * x - 0.36 * y - z);
    let corners = [[-190.0, -150.0, 0.0], [190.0, -150.0, 0.0], [190.0, 150.0, 0.0], [-190.0, 150.0, 0.0]];
    canvas.facet(&corners.map(place), PLANE, "#5f6368", 0.28);
    let name = |canvas: &mut Canvas, at: [f64; 3], shift: (f64, f64), colour: &'static str, text: &str| {
        let (x, y) = place(at);
        canvas.text((x + shift.0, y + shift.1), 15.0, colour, Anchor::Middle, text);
    };
    // The world frame.
    let origin = [-160.0, -120.0, 0.0];
    for (end, text, shift) in [
        ([70.0, 0.0, 0.0], "x", (10.0, 8.0)),
        ([0.0, 70.0, 0.0], "y", (10.0, 0.0)),
        ([0.0, 0.0, 65.0], "z", (0.0, -8.0)),
    ] {
        let tip = [origin[0] + end[0], origin[1] + end[1], origin[2] + end[2]];
        canvas.arrow(place(origin), place(tip), stroke(INK, 2.0));
        name(canvas, tip, shift, INK, text);
    }
    // The directions of the linearised law; d_1 and d_2 are those of t and o.
    for (end, text, shift) in [
        ([150.0, 0.0, 0.0], "d_1", (16.0, 12.0)),
        ([0.0, 115.0, 0.0], "d_2", (18.0, 0.0)),
        ([-150.0, 0.0, 0.0], "d_3", (-16.0, -4.0)),
        ([0.0, -115.0, 0.0], "d_4", (-16.0, 12.0)),
    ] {
        canvas.arrow(place([0.0; 3]), place(end), stroke(FRICTION, 1.8));
        name(canvas, end, shift, FRICTION, text);
    }
    // The contact frame at the foot of the gap.
    for (end, text, shift) in [
        ([80.0, 0.0, 0.0], "t", (-2.0, 20.0)),
        ([0.0, 65.0, 0.0], "o", (6.0, 18.0)),
        ([0.0, 0.0, 85.0], "n", (16.0, 4.0)),
    ] {
        canvas.arrow(place([0.0; 3]), place(end), stroke(CONTACT, 3.0));
        name(canvas, end, shift, CONTACT, text);
    }
    // The gap, beside the normal.
    let height = 165.0;
    canvas.line(&[place([0.0, 0.0, 85.0]), place([0.0, 0.0, height])], broken(INK));
    let beside = |z: f64| (foot.0 - 34.0, foot.1 - z);
    canvas.arrow(beside(0.5 * height), beside(height), stroke(INK, 1.4));
    canvas.arrow(beside(0.5 * height), beside(0.0), stroke(INK, 1.4));
    canvas.line(&[beside(height), (foot.0 - 14.0, foot.1 - height)], broken(INK));
    canvas.line(&[beside(0.0), (foot.0 - 4.0, foot.1)], broken(INK));
    canvas.text((foot.0 - 44.0, foot.1 - 0.5 * height), 16.0, INK, Anchor::End, "ψ_n");
    let centre = place([0.0, 0.0, height]);
    canvas.circle(centre, 13.0, Some(PARTICLE), PARTICLE);
    canvas.text((centre.0 + 22.0, centre.1 - 8.0), 15.0, PARTICLE, Anchor::Start, "particle, mass m");
    canvas.arrow((centre.0 + 28.0, centre.1 + 4.0), (centre.0 + 28.0, centre.1 + 54.0), stroke(INK, 2.2));
    canvas.text((centre.0 + 36.0, centre.1 + 40.0), 15.0, INK, Anchor::Start, "λ_ext");
    canvas.text((355.0, 368.0), 14.0, "#00664b", Anchor::Middle, "plane, friction μ");
}

/// The step of section IV.A at g = −10, to scale: 1 m is 900 pixels.
fn from_the_side(canvas: &mut Canvas) {
    let place = |(x, z): (f64, f64)| (700.0 + 900.0 * (x - 1.0), 290.0 - 900.0 * z);
    canvas.text((640.0, 66.0), 14.5, INK, Anchor::Start, "from the side: one step of 0.1 s at g = −10 m/s²");
    canvas.area(&[(640.0, 290.0), (1060.0, 290.0), (1060.0, 370.0), (640.0, 370.0)], PLANE, 0.28);
    let (from, to, sliding) = (place((1.0, 0.15)), place((1.1, -0.05)), place((1.075, 0.0)));
    canvas.line(&[from, place((1.0, 0.0))], broken(INK));
    canvas.text((from.0 - 8.0, 228.0), 14.0, INK, Anchor::End, "0.15 m");
    canvas.arrow(from, place((1.1, 0.05)), stroke(PARTICLE, 1.8));
    canvas.text(
        (place((1.1, 0.05)).0 + 8.0, place((1.1, 0.05)).1),
        13.5,
        PARTICLE,
        Anchor::Start,
        "velocity (1, 0, −1) m/s × h",
    );
    canvas.line(&[from, to], broken(CONTACT));
    canvas.circle(to, 7.0, None, CONTACT);
    canvas.text((to.0 + 14.0, to.1 + 5.0), 13.5, CONTACT, Anchor::Start, "end without impulse");
    canvas.circle(sliding, 7.0, Some(PARTICLE), PARTICLE);
    canvas.text(
        (sliding.0 + 14.0, sliding.1 - 10.0),
        13.5,
        PARTICLE,
        Anchor::Start,
        "end with impulse (0.5; −0.25, 0) N·s",
    );
    canvas.circle(from, 10.0, Some(PARTICLE), PARTICLE);
    canvas.text((from.0 + 16.0, from.1 - 6.0), 13.5, PARTICLE, Anchor::Start, "before the step");
}
