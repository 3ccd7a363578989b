use super::value::{contact_method, positive, threads};
use clap::Args;
use stiction_contact::Method;

#[derive(Args)]
pub struct BenchArguments {
    /// Scene file, name of a built-in scene, or all
    pub scene: String,

    /// Solver methods [default: the scene's]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = contact_method)]
    pub methods: Vec<Method>,

    /// Largest number of steps per run
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,

    /// Time limit of a run in seconds
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = positive, default_value = "20")]
    pub time_limit: f64,

    /// Threads that solve independent groups of contacts (islands); results do not depend on their number
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub threads: usize,

    /// Change a value of the scene file; repeatable
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
