use crate::findings::Findings;
use crate::{Check, Document, Host, StudyError, claims, page};
use crate::{lu_trinkle, mylapilli_jain_2014, pfrommer_2019, schindler_2011, which_method};
use std::fmt;
use std::str::FromStr;

/// The registry of studies: the command line, the documentation and the tests all read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Study {
    /// Falling and sliding blocks.
    Pfrommer2019,
    /// Prox and complementarity, Painlevé's rod.
    Schindler2011,
    /// The scaling of the prox iteration.
    LuTrinkle,
    /// A sphere and a chain of twelve links.
    MylapilliJain2014,
    /// All methods on all problems.
    WhichMethod,
}

/// What a study's folder has to offer.
type Run = fn(Size, &mut dyn Host) -> Result<Findings, StudyError>;

/// How much of it is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Everything.
    Full,
    /// The same with fewer points and shorter runs, for tests.
    Small,
}

/// What came out of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyReport {
    /// Which.
    pub study: Study,
    /// In order.
    pub checks: Vec<Check>,
    /// Pages, figures and data.
    pub documents: Vec<Document>,
}

impl Study {
    /// Every study, in the order it is listed.
    pub const ALL: [Self; 5] =
        [Self::Pfrommer2019, Self::Schindler2011, Self::LuTrinkle, Self::MylapilliJain2014, Self::WhichMethod];

    /// The study's name on the command line, and of its folder.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pfrommer2019 => "pfrommer-2019",
            Self::Schindler2011 => "schindler-2011",
            Self::LuTrinkle => "lu-trinkle",
            Self::MylapilliJain2014 => "mylapilli-jain-2014",
            Self::WhichMethod => "which-method",
        }
    }

    /// One line on what it shows.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pfrommer2019 => {
                "A falling and a sliding block: contact and friction as linear complementarity problems"
            }
            Self::Schindler2011 => "Prox or complementarity: equivalent laws, and their solvers on Painlevé's rod",
            Self::LuTrinkle => "How to choose r in the prox iteration, and the effect of a misprint on the result",
            Self::MylapilliJain2014 => "A sphere, a chain of twelve links, and five contact solvers",
            Self::WhichMethod => "Every method on every problem: which method when",
        }
    }

    /// What it reproduces.
    pub fn source(self) -> &'static str {
        match self {
            Self::Pfrommer2019 => "S. Pfrommer, LCP Notes, 2019",
            Self::Schindler2011 => {
                "T. Schindler, B. Nguyen, J. Trinkle, Understanding the difference between prox and complementarity \
                 formulations for simulation of systems with contact, IROS 2011"
            }
            Self::LuTrinkle => {
                "Y. Lu, J. Trinkle, On the convergence of fixed-point iteration in solving complementarity problems \
                 arising in robot locomotion and manipulation"
            }
            Self::MylapilliJain2014 => {
                "H. Mylapilli, A. Jain, Evaluation of complementarity techniques for minimal coordinate contact \
                 dynamics, DETC2014-34322, ASME 2014"
            }
            Self::WhichMethod => "this project's standard problems and the recorded problems of data/contact",
        }
    }

    /// Runs it.
    pub fn run(self, size: Size, host: &mut dyn Host) -> Result<StudyReport, StudyError> {
        let (text, claims, run): (&str, &str, Run) = match self {
            Self::Pfrommer2019 => {
                (include_str!("pfrommer_2019/text.md"), include_str!("pfrommer_2019/claims.md"), pfrommer_2019::run)
            }
            Self::Schindler2011 => {
                (include_str!("schindler_2011/text.md"), include_str!("schindler_2011/claims.md"), schindler_2011::run)
            }
            Self::LuTrinkle => {
                (include_str!("lu_trinkle/text.md"), include_str!("lu_trinkle/claims.md"), lu_trinkle::run)
            }
            Self::MylapilliJain2014 => (
                include_str!("mylapilli_jain_2014/text.md"),
                include_str!("mylapilli_jain_2014/claims.md"),
                mylapilli_jain_2014::run,
            ),
            Self::WhichMethod => (include_str!("which_method/text.md"), "", which_method::run),
        };
        let mut findings = run(size, host)?;
        findings.table("claims", claims::table(claims, &findings, size)?);
        let documents = page::documents(self.name(), self.title(), text, &findings)?;
        Ok(StudyReport { study: self, checks: findings.checks, documents })
    }
}

impl fmt::Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is not in the registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStudy(pub String);

impl fmt::Display for UnknownStudy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Study::ALL.iter().map(|study| study.name()).collect();
        write!(f, "unknown study '{}'; expected all or one of {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownStudy {}

impl FromStr for Study {
    type Err = UnknownStudy;
    fn from_str(name: &str) -> Result<Self, UnknownStudy> {
        Self::ALL.into_iter().find(|study| study.name() == name).ok_or_else(|| UnknownStudy(name.to_owned()))
    }
}
