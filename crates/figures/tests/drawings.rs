//! Every drawing is well-formed, is the same each time, and becomes pixels.
#![allow(clippy::unwrap_used)]

use stiction_figures::{
    Anchor, Axis, Figure, INK, Mark, Panel, PerformanceProfile, Place, ProfileCurve, Shape, Surface, Symbol, line,
    rasterize, sequential, stroke,
};

/// One of everything.
fn figure() -> Figure {
    let wave: Vec<_> = (0..=50).map(|k| (f64::from(k) * 0.1, (f64::from(k) * 0.1).sin())).collect();
    let broken = vec![(0.0, 0.5), (1.0, f64::NAN), (2.0, 0.5), (3.0, f64::INFINITY), (4.0, 0.2), (5.0, 1e300)];
    let lines = Panel::new(Axis::linear("time, s", 0.0, 5.0), Axis::linear("λ_U & <more>, N", -1.0, 1.0))
        .titled("a < b & c")
        .legend(Place::Right)
        .with(Mark::line(wave.clone(), line(2)).named("wave"))
        .with(Mark::line(broken, stroke(3)).named("with gaps"))
        .with(Mark::points(wave, Symbol::Ring, "#000000").named("points"))
        .with(Mark::arrow((0.0, 0.0), (1.0, 1.0), line(1)).named("arrow"))
        .with(Mark::area(vec![(0.0, 0.0), (1.0, 0.0), (1.0, 0.5)], "#56b4e9", 0.4).named("area"))
        .with(Mark::words((2.0, 0.3), "σ ≥ 0", Anchor::Middle, INK));
    let cells =
        (0..4).map(|k| ((f64::from(k), 1.0), (f64::from(k) + 1.0, 10.0), sequential(f64::from(k) / 3.0))).collect();
    let map =
        Panel::new(Axis::linear("x", 0.0, 4.0), Axis::logarithmic("y", 1.0, 10.0)).with(Shape::Cells(cells).into());
    let grid: Vec<f64> = (0..5).map(f64::from).collect();
    let heights = grid.iter().map(|x| grid.iter().map(|y| x - y).collect()).collect();
    let surface = Surface {
        title: "f_U".to_owned(),
        labels: ["x", "y", "z"].map(str::to_owned),
        x: grid.clone(),
        y: grid,
        z: (-4.0, 4.0),
        heights,
        zeros: vec![vec![(0.0, 0.0), (4.0, 4.0)]],
    };
    Figure::new("one-of-each", "One of each", vec![lines.into(), map.into(), surface.into()]).columns(3)
}

#[test]
fn drawings_are_well_formed_and_reproducible() {
    let svg = figure().svg();
    roxmltree::Document::parse(&svg).unwrap();
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    assert!(svg.contains("λ<tspan") && svg.contains("&lt;more&gt;"));
    assert_eq!(svg, figure().svg());
    assert_eq!(figure().png().unwrap(), figure().png().unwrap());
}

#[test]
fn text_becomes_pixels_without_fonts_of_the_system() {
    let with = |text: &str| {
        let mut canvas = stiction_figures::Canvas::new(100.0, 40.0);
        canvas.text((10.0, 30.0), 20.0, INK, Anchor::Start, text);
        rasterize(&canvas.finish(), 1.0).unwrap()
    };
    assert_ne!(with("λ μ ψ ≤ ∞"), with(""));
    assert_ne!(with("λ"), with("μ"));
}

#[test]
fn a_performance_profile_is_well_formed() {
    let curve = |name: &str, factors: &[f64]| ProfileCurve {
        name: name.to_owned(),
        stroke: stroke(1),
        factors: factors.to_vec(),
    };
    let profile = PerformanceProfile {
        title: "problems solved".to_owned(),
        remark: "3 problems".to_owned(),
        cost: "factor, τ".to_owned(),
        problems: 3,
        curves: vec![curve("first", &[1.0, 1.0, 30.0]), curve("none", &[])],
    };
    roxmltree::Document::parse(&profile.svg()).unwrap();
    assert!(profile.svg().contains(">first</text>"));
}
