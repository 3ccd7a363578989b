//! The particle's problem as a contact problem file, in the words of eqs. 1 to 11, and in FCLIB's form.

use super::particle::{FRICTION, GAP, STEP};
use crate::findings::Findings;
use crate::{Check, StudyError};
use stiction_complementarity::Matrix;
use stiction_contact::{Alignment, Method, Settings};
use stiction_formats::{ContactFile, ContactForm, LawFile, MatrixFile, no_matrix_files};
use stiction_linalg::DenseMatrix;

/// The file's name.
const NAME: &str = "particle.json";

/// `M v = f + H p` with `H = (G_n, G_f)` of eqs. 3 and 4 and `f = M ν + p_ext` (eq. 2); `u = Hᵀ v + w` with `w = (ψ_n/h, 0, 0)`.
fn particle() -> ContactFile {
    let jacobian = [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
    let written = |matrix: DenseMatrix| MatrixFile::from(&Matrix::Dense(matrix));
    let (velocity, force) = ([1.0, 0.0, -1.0], [0.0, 0.0, -10.0]);
    ContactFile {
        form: ContactForm::Primal {
            mass: written(DenseMatrix::identity(3)),
            jacobian: written(DenseMatrix::from_function(3, 3, |row, column| jacobian[row][column])),
            force: velocity.iter().zip(force).map(|(velocity, force)| velocity + STEP * force).collect(),
            velocity_offset: vec![GAP / STEP, 0.0, 0.0],
        },
        laws: vec![LawFile::Coulomb { friction: FRICTION }],
        labels: vec!["particle on plane".to_owned()],
        slip: Vec::new(),
        velocity_scale: None,
    }
}

/// How far an impulse is from that of section IV at g = −10, N·s.
fn distance(impulses: &[f64]) -> f64 {
    impulses.iter().zip([0.5, -0.25, 0.0]).map(|(p, exact)| (p - exact).abs()).fold(0.0, f64::max)
}

pub fn run(findings: &mut Findings) -> Result<(), StudyError> {
    let text = particle().to_json();
    // What is checked is the text that a reader gets.
    let loaded = ContactFile::parse(NAME, text.as_bytes()).map_err(StudyError::broken)?;
    let loaded = loaded.resolve(&mut no_matrix_files).map_err(StudyError::broken)?;
    let library = loaded.to_fclib(NAME).map_err(StudyError::broken)?;
    let problem = loaded.pose().map_err(StudyError::broken)?;
    let in_fclib = library.pose().map_err(StudyError::broken)?;
    // The cone of eqs. 15 to 21, and the pyramid of eqs. 5 to 14, whose first direction is along x.
    let ways = [
        ("by auto", &problem, Method::Auto),
        ("in FCLIB's form, by auto", &in_fclib, Method::Auto),
        ("by prox", &problem, Method::Prox),
        ("by ncp-path", &problem, Method::NcpPath),
        ("by ncp-fb-plm", &problem, Method::NcpFbPlm),
        ("by mlcp-lemke, four facets", &problem, Method::MlcpLemke),
    ];
    for (words, problem, method) in ways {
        let settings = Settings { tolerance: 1e-11, facets: 4, alignment: Alignment::Fixed, ..Settings::default() };
        let off = distance(&method.solve(problem, &settings, None, &mut ()).impulses);
        findings.check(Check::at_most(format!("particle.json {words}: distance from (0.5; −0.25, 0) N·s"), 1e-10, off));
    }
    findings.value("particle file", text.trim_end());
    findings.file(NAME, text);
    Ok(())
}
