use clap::Args;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
DIR receives index.html, and a folder for each study with
  index.html   one page with text and figures
  index.md     the page in Markdown
  *.svg *.png  the figures
  *.csv        the data of the figures
A second run writes identical bytes, except for measured times: files whose names begin with
`timings`, and the parts of pages between `<!-- timings -->` and `<!-- end of timings -->`.

Exit codes:
  0  all checks pass
  1  a check fails
  2  bad input or usage
130  stopped by Ctrl-C; finished studies are kept";

#[derive(Args)]
pub struct StudyArguments {
    /// Name of a study, all, or a folder with a study.toml of your own (see `docs/how-to/papers.md`)
    #[arg(required_unless_present = "list")]
    pub name: Option<String>,

    /// Folder for pages, figures and data
    #[arg(long, value_name = "DIR", required_unless_present = "list")]
    pub out: Option<PathBuf>,

    /// List the studies, one line each
    #[arg(long, conflicts_with_all = ["name", "out"])]
    pub list: bool,
}
