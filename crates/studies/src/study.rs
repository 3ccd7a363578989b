use crate::findings::Findings;
use crate::{Check, Document, Host, StudyError, claims, items, page};
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

/// A row of the registry: all that is known about a study.
struct Entry {
    name: &'static str,
    title: &'static str,
    source: &'static str,
    texts: Texts,
    run: fn(Size, &mut dyn Host) -> Result<Findings, StudyError>,
}

/// The files of a study's folder; the tables are empty where the study has no paper.
struct Texts {
    text: &'static str,
    claims: &'static str,
    items: &'static str,
}

macro_rules! texts {
    ($folder:literal) => {
        Texts {
            text: include_str!(concat!($folder, "/text.md")),
            claims: include_str!(concat!($folder, "/claims.md")),
            items: include_str!(concat!($folder, "/items.md")),
        }
    };
}

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
    /// Of the study, and of its folder.
    pub name: String,
    /// One line on what it shows.
    pub title: String,
    /// What it reproduces.
    pub source: String,
    /// In order.
    pub checks: Vec<Check>,
    /// Pages, figures and data.
    pub documents: Vec<Document>,
}

impl Study {
    /// Every study, in the order it is listed.
    pub const ALL: [Self; 5] =
        [Self::Pfrommer2019, Self::Schindler2011, Self::LuTrinkle, Self::MylapilliJain2014, Self::WhichMethod];

    /// The study's row.
    fn entry(self) -> Entry {
        match self {
            Self::Pfrommer2019 => Entry {
                name: "pfrommer-2019",
                title: "A falling and a sliding block: contact and friction as linear complementarity problems",
                source: "S. Pfrommer, LCP Notes, 2019",
                texts: texts!("pfrommer_2019"),
                run: pfrommer_2019::run,
            },
            Self::Schindler2011 => Entry {
                name: "schindler-2011",
                title: "Prox or complementarity: equivalent laws, and their solvers on Painlevé's rod",
                source: "T. Schindler, B. Nguyen, J. Trinkle, Understanding the difference between prox and complementarity \
                 formulations for simulation of systems with contact, IROS 2011",
                texts: texts!("schindler_2011"),
                run: schindler_2011::run,
            },
            Self::LuTrinkle => Entry {
                name: "lu-trinkle",
                title: "How to choose r in the prox iteration, and which program fits the paper's Fig. 2",
                source: "Y. Lu, J. Trinkle, On the convergence of fixed-point iteration in solving complementarity problems \
                     arising in robot locomotion and manipulation",
                texts: texts!("lu_trinkle"),
                run: lu_trinkle::run,
            },
            Self::MylapilliJain2014 => Entry {
                name: "mylapilli-jain-2014",
                title: "A sphere, a chain of twelve links, and five contact solvers",
                source: "H. Mylapilli, A. Jain, Evaluation of complementarity techniques for minimal coordinate contact \
                     dynamics, DETC2014-34322, ASME 2014",
                texts: texts!("mylapilli_jain_2014"),
                run: mylapilli_jain_2014::run,
            },
            Self::WhichMethod => Entry {
                name: "which-method",
                title: "Every method on every problem: which method when",
                source: "this project's standard problems and the recorded problems of data/contact",
                texts: Texts { text: include_str!("which_method/text.md"), claims: "", items: "" },
                run: which_method::run,
            },
        }
    }

    /// The study's name on the command line, and of its folder.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// One line on what it shows.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// What it reproduces.
    pub fn source(self) -> &'static str {
        self.entry().source
    }

    /// Runs it.
    pub fn run(self, size: Size, host: &mut dyn Host) -> Result<StudyReport, StudyError> {
        let Entry { name, title, source, texts, run } = self.entry();
        let mut findings = run(size, host)?;
        findings.table("claims", claims::table(texts.claims, &findings, size)?);
        findings.table("items", items::table(texts.items)?);
        let documents = page::documents(name, title, texts.text, &findings)?;
        let [name, title, source] = [name, title, source].map(str::to_owned);
        Ok(StudyReport { name, title, source, checks: findings.checks, documents })
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
        write!(
            f,
            "unknown study '{}'; expected all, one of {}, or a folder with a study.toml",
            self.0,
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownStudy {}

impl FromStr for Study {
    type Err = UnknownStudy;
    fn from_str(name: &str) -> Result<Self, UnknownStudy> {
        Self::ALL.into_iter().find(|study| study.name() == name).ok_or_else(|| UnknownStudy(name.to_owned()))
    }
}
