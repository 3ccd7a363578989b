//! How many contacts of the chain act at a time, and on what.

use super::chain_run::{Active, ChainRun};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::number::fixed;
use crate::{Check, Size, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, line};

/// Steps of which a figure shows the largest count.
const BIN: usize = 10;

/// What a curve counts.
type Of = fn(Active) -> usize;

pub fn run(base: &ChainRun, size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let steps = &base.active;
    let most = |of: &dyn Fn(Active) -> usize| steps.iter().map(|(_, active)| of(*active)).max().unwrap_or(0);
    let when = |test: &dyn Fn(Active) -> bool| steps.iter().filter(|(_, active)| test(*active)).count();
    let first = |test: &dyn Fn(Active) -> bool| {
        steps.iter().find(|(_, active)| test(*active)).map_or("never".to_owned(), |(time, _)| fixed(*time, 3))
    };
    let [several, both, links, floor_links, wall_links] = [
        |active: Active| active.count() > 1,
        |active: Active| active.floor > 0 && active.wall > 0,
        |active: Active| active.links > 0,
        |active: Active| active.floor > 0 && active.links > 0,
        |active: Active| active.wall > 0 && active.links > 0,
    ];
    for (name, count) in [
        ("most active", most(&Active::count)),
        ("most floor", most(&|active| active.floor)),
        ("most wall", most(&|active| active.wall)),
        ("most links", most(&|active| active.links)),
        ("steps several", when(&several)),
        ("steps floor and wall", when(&both)),
        ("steps links", when(&links)),
        ("steps floor and links", when(&floor_links)),
        ("steps wall and links", when(&wall_links)),
    ] {
        findings.value(name, count.to_string());
    }
    // From this step on two balls are on the floor in every step.
    let from = steps.iter().rposition(|(_, active)| active.floor != 2).map_or(0, |place| place + 1);
    findings.value("two from", steps.get(from).map_or("never".to_owned(), |(time, _)| fixed(*time, 2)));
    findings.value("first links", first(&links));
    findings.value("first several", first(&several));
    if size == Size::Full {
        findings.check(Check::at_least(
            "chain: steps in which several contacts act at once",
            1.0,
            when(&several) as f64,
        ));
        findings.check(Check::count("chain: steps in which floor and wall act at once", 0, when(&both)));
        findings.check(Check::count("chain: most contacts that act at once", 3, most(&Active::count)));
        findings.check(Check::count(
            "chain: most contacts that act on the floor at once",
            2,
            most(&|active| active.floor),
        ));
        let [on_floor, between] = steps.last().map_or([0, 0], |(_, active)| [active.floor, active.links]);
        findings.check(Check::count("chain, last step: contacts that act on the floor", 2, on_floor));
        findings.check(Check::count("chain, last step: contacts that act between links", 1, between));
        findings.check(Check::at_least("chain: steps in which links act on each other", 1.0, when(&links) as f64));
    }
    let mut csv = Csv::new(&["time_s", "floor", "wall", "links"]);
    for (time, Active { floor, wall, links }) in steps {
        csv.numbers(&[*time, *floor as f64, *wall as f64, *links as f64]);
    }
    findings.data("active-contacts", csv);
    let last = steps.last().map_or(1.0, |(time, _)| *time);
    let curve = |of: &dyn Fn(Active) -> usize| {
        let bins = steps.chunks(BIN).take_while(|bin| bin[0].0 <= last);
        bins.map(|bin| (bin[0].0, bin.iter().map(|(_, active)| of(*active)).max().unwrap_or(0) as f64)).collect()
    };
    let own: [(&str, Of); 3] = [
        ("on the floor", |active| active.floor),
        ("on the wall", |active| active.wall),
        ("between links", |a| a.links),
    ];
    let parts = own.into_iter().enumerate().map(|(place, (name, of))| {
        Panel::new(Axis::linear("time, s", 0.0, last), Axis::linear("contacts", -0.3, most(&of).max(1) as f64 + 0.4))
            .titled(name)
            .legend(Place::Hidden)
            .with(Mark::line(curve(&of), line(place)))
            .into()
    });
    let title = "Contacts with an impulse at one time, largest of 10 steps";
    findings.figure(&Figure::new("active-contacts", title, parts.collect()).columns(1).part_size(900.0, 210.0))
}
