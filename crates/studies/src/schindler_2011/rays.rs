//! What it means when pivoting finds nothing: Lemke's method on random LCPs of any matrix, against enumeration.

use crate::findings::Findings;
use crate::random::Random;
use crate::table::Table;
use crate::{Check, Size, StudyError};
use stiction_complementarity::solvers::enumerate;
use stiction_complementarity::{DenseMatrix, Lcp, Method, Outcome};

#[derive(Default)]
struct Count {
    solvable: usize,
    solved: usize,
    /// On a ray although a solution exists.
    missed: usize,
    /// Ended in another way although a solution exists.
    otherwise: usize,
    unsolvable: usize,
    proven: usize,
    /// A proof although a solution exists, or a solution although none does.
    wrong: usize,
}

pub fn run(size: Size, findings: &mut Findings) -> Result<(), StudyError> {
    let problems = if size == Size::Full { 3_000 } else { 300 };
    let mut table = Table::new(&[
        "unknowns",
        "problems with a solution",
        "Lemke solves",
        "Lemke ends on a ray",
        "problems without",
        "Lemke ends on a ray and proves it",
    ]);
    let mut random = Random::new(45);
    let (mut missed, mut wrong, mut otherwise, mut unwithout_one, mut without_one) = (0, 0, 0, 0, 0);
    for order in [1, 2, 3, 4] {
        let mut count = Count::default();
        for _ in 0..problems {
            let matrix = DenseMatrix::from_function(order, order, |_, _| random.between(-1.0, 1.0));
            let vector = (0..order).map(|_| random.between(-1.0, 1.0)).collect();
            let problem = Lcp::new(matrix, vector).map_err(StudyError::broken)?;
            let all = enumerate(&problem, &mut ()).map_err(StudyError::broken)?;
            let exists = all.points.len() + all.faces.len() > 0;
            if !all.complete {
                continue;
            }
            let solution = Method::Lemke.solve_linear(&problem, None, &mut ());
            let proven = matches!(&solution.outcome, Outcome::NoSolution(proof) if proof.check(&problem).is_ok());
            if exists {
                count.solvable += 1;
                count.solved += usize::from(solution.is_solved());
                let ray = matches!(&solution.outcome, Outcome::RayTermination(_));
                count.missed += usize::from(ray);
                count.otherwise += usize::from(!ray && !solution.is_solved());
            } else {
                count.unsolvable += 1;
                count.proven += usize::from(proven);
            }
            count.wrong += usize::from(if exists { proven } else { solution.is_solved() });
        }
        missed += count.missed;
        wrong += count.wrong;
        otherwise += count.otherwise;
        if order == 1 {
            unwithout_one = count.unsolvable - count.proven;
            without_one = count.unsolvable;
        }
        table.row(
            [order, count.solvable, count.solved, count.missed, count.unsolvable, count.proven]
                .map(|number| number.to_string()),
        );
    }
    findings.table("rays", table);
    findings.value("missed", missed.to_string());
    findings.check(Check::count("rays: proofs or solutions of Lemke that enumeration contradicts", 0, wrong));
    findings.check(Check::count(
        "rays: LCPs with a solution where Lemke neither solves nor ends on a ray",
        0,
        otherwise,
    ));
    findings.check(Check::count(
        "rays: LCPs of size one without a solution that Lemke does not prove so",
        0,
        unwithout_one,
    ));
    findings.check(Check::at_least("rays: LCPs of size one without a solution", 1.0, without_one as f64));
    findings.check(Check::at_least("rays: LCPs of sizes 2 to 4 with a solution that Lemke misses", 1.0, missed as f64));
    Ok(())
}
