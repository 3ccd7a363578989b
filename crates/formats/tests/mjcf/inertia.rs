use crate::{assert_near, model, notices, parse};
use std::f64::consts::PI;
use stiction_formats::Robot;
use stiction_multibody::Inertia;

fn first(robot: &Robot) -> Inertia {
    robot.model.bodies()[1].inertia
}

fn of(before: &str, inside: &str) -> Inertia {
    first(&parse(&model(before, &format!("<body>{inside}</body>"), "")))
}

#[test]
fn geoms_of_every_kind_have_mass() {
    let cases = [
        (r#"<geom size="0.5"/>"#, 1000.0 * 4.0 / 3.0 * PI * 0.125),
        (r#"<geom type="box" size="1 2 3" density="2"/>"#, 96.0),
        (r#"<geom type="ellipsoid" size="1 2 3" density="3"/>"#, 24.0 * PI),
        (r#"<geom type="cylinder" size="2 3" density="1"/>"#, 24.0 * PI),
        (r#"<geom type="capsule" size="1 2" density="3"/>"#, 16.0 * PI),
        (r#"<geom type="capsule" size="1" fromto="0 0 0 0 4 0" density="3"/>"#, 16.0 * PI),
        (r#"<geom type="box" size="1 9" fromto="0 0 0 0 4 0" density="1"/>"#, 16.0),
        (r#"<geom size="1" mass="7" density="3"/>"#, 7.0),
        (r#"<geom type="plane" size="1 1 1"/>"#, 0.0),
    ];
    for (geom, mass) in cases {
        assert_near([of("", geom).mass], [mass]);
    }
    // A capsule between two points: its middle, and the long axis has the least moment.
    let capsule = of("", r#"<geom type="capsule" size="0.1" fromto="1 0 0 1 2 0" mass="1"/>"#);
    assert_near(capsule.centre.to_array(), [1.0, 1.0, 0.0]);
    assert!(capsule.moments.yy < 0.1 * capsule.moments.xx);
    assert_near([capsule.moments.xx], [capsule.moments.zz]);
}

#[test]
fn an_explicit_inertia_stands_unless_geoms_are_asked_for() {
    let inside = r#"<inertial pos="1 2 3" mass="2" fullinertia="3 4 5 0.1 0.2 0.3"/><geom size="1" mass="9"/>"#;
    let explicit = of("", inside);
    assert_eq!((explicit.mass, explicit.centre.to_array()), (2.0, [1.0, 2.0, 3.0]));
    let m = explicit.moments;
    assert_near([m.xx, m.yy, m.zz, m.xy, m.xz, m.yz], [3.0, 4.0, 5.0, 0.1, 0.2, 0.3]);
    assert_eq!(of(r#"<compiler inertiafromgeom="true"/>"#, inside).mass, 9.0);
    let hidden = r#"<compiler inertiafromgeom="true" inertiagrouprange="1 2"/>"#;
    assert_eq!(of(hidden, inside).mass, 2.0);
    assert_eq!(of(r#"<compiler inertiafromgeom="false"/>"#, r#"<geom size="1"/>"#).mass, 0.0);
    let turned = of("", r#"<inertial pos="0 0 0" zaxis="1 0 0" mass="1" diaginertia="1 2 2.5"/>"#).moments;
    assert_near([turned.xx, turned.yy, turned.zz], [2.5, 2.0, 1.0]);
    let framed =
        of("", r#"<frame pos="1 0 0" euler="0 0 90"><inertial pos="1 0 0" mass="1" diaginertia="1 2 2.5"/></frame>"#);
    assert_near(framed.centre.to_array(), [1.0, 1.0, 0.0]);
    assert_near([framed.moments.xx, framed.moments.yy], [2.0, 1.0]);
}

#[test]
fn what_is_asked_of_all_inertias() {
    let small = r#"<inertial pos="0 0 0" mass="0.1" fullinertia="2 2 1 1 0 0"/>"#;
    // Principal moments 1, 1 and 3: the sum of two is below the third.
    let bound = of(r#"<compiler boundmass="1" boundinertia="2"/>"#, small);
    assert_near([bound.mass, bound.moments.xx, bound.moments.xy, bound.moments.zz], [1.0, 2.5, 0.5, 2.0]);
    let balanced = of(r#"<compiler balanceinertia="true"/>"#, small).moments;
    assert_near([balanced.xx, balanced.xy, balanced.zz], [5.0 / 3.0, 0.0, 5.0 / 3.0]);
    let text = model(
        r#"<compiler settotalmass="12"/>"#,
        r#"<geom size="1"/><body><geom size="1" mass="2"/><body><joint/><geom size="1" mass="1"/></body></body>"#,
        "",
    );
    let masses: Vec<f64> = parse(&text).model.bodies().iter().map(|body| body.inertia.mass).collect();
    assert_near(masses, [0.0, 8.0, 4.0]);
}

#[test]
fn an_inertia_of_no_real_body_is_reported() {
    let inside = r#"<body name="a"><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body>"#;
    let said = notices(&parse(&model("", inside, "")));
    assert_eq!(said.len(), 1);
    assert!(
        said[0].starts_with("robot.xml:1:20: body 'a': principal moments 1.000000e0, 1.000000e0, 3.000000e0"),
        "{said:?}"
    );
}
