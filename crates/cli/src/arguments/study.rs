use clap::Args;
use std::path::PathBuf;

pub const AFTER_HELP: &str = "\
DIR gets an index.html, and a folder for each study with
  index.html   one page with everything in it, figures included
  index.md     the same in Markdown
  *.svg *.png  the figures
  *.csv        the numbers behind them
The same command gives the same bytes again, apart from what is measured by the clock: files whose
names begin with `timings`, and the parts of pages between `<!-- timings -->` and
`<!-- end of timings -->`.

Exit codes:
  0  all checks pass
  1  a check fails
  2  bad input or usage
130  stopped by Ctrl-C; the studies that were done are kept";

#[derive(Args)]
pub struct StudyArguments {
    /// The name of a study, or all
    #[arg(required_unless_present = "list")]
    pub name: Option<String>,

    /// Where pages, figures and data go
    #[arg(long, value_name = "DIR", required_unless_present = "list")]
    pub out: Option<PathBuf>,

    /// List the studies, one line on each
    #[arg(long, conflicts_with_all = ["name", "out"])]
    pub list: bool,
}
