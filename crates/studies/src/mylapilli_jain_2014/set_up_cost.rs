//! What setting up and solving take as links or contacts become more: sizes, and times by the clock.

use super::lying_chain::{Lying, Measured};
use crate::csv::Csv;
use crate::findings::Findings;
use crate::host::advance;
use crate::number::{fixed, short};
use crate::table::Table;
use crate::{Check, Host, Size, StudyError};
use stiction_figures::{Axis, Figure, Mark, Panel, Place, dashed, line};

/// Numbers of links with four contacts, and of contacts on so many links.
pub const LINKS: [usize; 5] = [12, 24, 48, 96, 192];
pub const CONTACTS: [usize; 5] = [4, 7, 13, 25, 49];
pub const FEW_CONTACTS: usize = 4;
pub const MANY_LINKS: usize = 49;

pub fn run(size: Size, host: &mut dyn Host, findings: &mut Findings) -> Result<(), StudyError> {
    let (links, contacts) =
        if size == Size::Full { (&LINKS[..], &CONTACTS[..]) } else { (&LINKS[..2], &CONTACTS[..2]) };
    let by_links = links.iter().map(|&links| Lying { links, contacts: FEW_CONTACTS });
    let by_contacts = contacts.iter().map(|&contacts| Lying { links: MANY_LINKS, contacts });
    let mut series = Vec::new();
    for lyings in [by_links.collect::<Vec<_>>(), by_contacts.collect()] {
        for redundant in [false, true] {
            let mut own = Vec::new();
            for lying in &lyings {
                advance(host, 0.79, &format!("set-up of {} links with {} contacts", lying.links, lying.contacts))?;
                own.push((*lying, lying.measured(redundant, host)?));
            }
            series.push(own);
        }
    }
    sizes(&series, findings);
    times(&series, findings)
}

type Series = Vec<Vec<(Lying, Measured)>>;

/// Sizes in both coordinates, which no clock can change.
fn sizes(series: &Series, findings: &mut Findings) {
    let mut table = Table::new(&[
        "links",
        "contacts",
        "minimal: velocities",
        "n_b",
        "unknowns, pyramid",
        "unknowns, cone",
        "blocks of W",
        "redundant: velocities",
        "n_b",
        "unknowns, pyramid",
        "unknowns, cone",
        "blocks of W",
    ]);
    let (mut missing, mut otherwise) = (0, 0);
    for pair in series.chunks(2) {
        for ((lying, minimal), (_, redundant)) in pair[0].iter().zip(&pair[1]) {
            missing += usize::from(minimal.contacts != lying.contacts || redundant.contacts != lying.contacts);
            for own in [minimal, redundant] {
                let (pyramid, cone) = (own.bilateral + own.contacts * (4 + 2), own.bilateral + 3 * own.contacts);
                otherwise += usize::from(own.pyramid != pyramid || own.cone != cone);
            }
            let numbers = [minimal, redundant]
                .into_iter()
                .flat_map(|own| [own.velocities, own.bilateral, own.pyramid, own.cone, own.blocks]);
            table.row([lying.links, lying.contacts].into_iter().chain(numbers).map(|n| n.to_string()));
        }
    }
    findings.table("sizes", table);
    let words = "lying chains: problems whose size is not n_b + n_u (n_f + 2) or not n_b + 3 n_u";
    findings.check(Check::count(words, 0, otherwise));
    findings.check(Check::count("lying chains: those without the planned contacts", 0, missing));
}

/// Times by the clock, and the powers of links and contacts that they grow by.
fn times(series: &Series, findings: &mut Findings) -> Result<(), StudyError> {
    let mut table = Table::new(&["coordinates", "links", "contacts", "set-up, µs", "solve, µs"]);
    let mut powers = Table::new(&["coordinates", "by", "power of the set-up", "power of the solve"]);
    let mut csv = Csv::new(&["redundant", "links", "contacts", "set_up_s", "solve_s"]);
    let mut parts = Vec::new();
    for (place, pair) in series.chunks(2).enumerate() {
        let of = |lying: &Lying| if place == 0 { lying.links } else { lying.contacts } as f64;
        let all = pair.iter().flatten().flat_map(|(_, own)| [own.set_up, own.solve]).map(|time| 1e6 * time);
        let (low, high) = all.fold((1e9_f64, 1e-2_f64), |(low, high), time| (low.min(time), high.max(time)));
        let (label, title) = [("links N", "4 contacts"), ("contacts n_c", "49 links")][place];
        let ends = pair[0].iter().map(|(lying, _)| of(lying)).fold((1e9_f64, 1.0_f64), |e, x| (e.0.min(x), e.1.max(x)));
        let x = Axis::logarithmic(label, 0.8 * ends.0, 1.25 * ends.1);
        let mut panel = Panel::new(x, Axis::logarithmic("µs", 0.5 * low.max(1e-3), 2.0 * high)).titled(title);
        for (coordinates, own) in [("minimal", &pair[0]), ("redundant", &pair[1])] {
            let curve = |of_time: &dyn Fn(&Measured) -> f64| -> Vec<(f64, f64)> {
                own.iter().map(|(lying, measured)| (of(lying), 1e6 * of_time(measured))).collect()
            };
            let (set_up, solve) = (curve(&|measured| measured.set_up), curve(&|measured| measured.solve));
            powers.row([coordinates.to_owned(), label.to_owned(), power(&set_up), power(&solve)]);
            let colour = if coordinates == "minimal" { 2 } else { 1 };
            panel = panel
                .with(Mark::line(set_up, line(colour)).named(format!("{coordinates}: set-up")))
                .with(Mark::line(solve, dashed(colour)).named(format!("{coordinates}: solve")));
            for (lying, measured) in own {
                let (links, contacts) = (lying.links.to_string(), lying.contacts.to_string());
                let (set_up, solve) = (short(1e6 * measured.set_up), short(1e6 * measured.solve));
                table.row([coordinates.to_owned(), links, contacts, set_up, solve]);
                let redundant = f64::from(u8::from(coordinates == "redundant"));
                let Measured { set_up, solve, .. } = *measured;
                csv.numbers(&[redundant, lying.links as f64, lying.contacts as f64, set_up, solve]);
            }
        }
        parts.push(panel.legend(Place::Right).into());
    }
    findings.table("timings set-up", table);
    findings.table("timings powers", powers);
    findings.data("timings-set-up", csv);
    let title = "One step of a chain on the floor: time by links and by contacts";
    findings.figure(&Figure::new("timings-set-up", title, parts).part_size(620.0, 390.0))
}

/// The slope of the last three points in logarithms, by least squares; none where the times do not grow from one to the next.
fn power(points: &[(f64, f64)]) -> String {
    let last = &points[points.len().saturating_sub(3)..];
    if last.windows(2).any(|pair| pair[1].1 <= pair[0].1) {
        return "–".to_owned();
    }
    if last.len() < 2 || last.iter().any(|point| point.1 <= 0.0) {
        return "–".to_owned();
    }
    let logs: Vec<_> = last.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |sum, own| (sum.0 + own.0 / count, sum.1 + own.1 / count));
    let (top, bottom) =
        logs.iter().fold((0.0, 0.0), |sum, own| (sum.0 + (own.0 - x) * (own.1 - y), sum.1 + (own.0 - x).powi(2)));
    fixed(top / bottom, 2)
}
