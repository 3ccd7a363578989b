use super::value::{contact_method, positive, threads};
use clap::Args;
use stiction_contact::Method;

#[derive(Args)]
pub struct BenchArguments {
    /// A scene file, the name of a built-in scene, or all
    pub scene: String,

    /// The methods, by name [default: the scene's]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = contact_method)]
    pub methods: Vec<Method>,

    /// The most steps of a run
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: u32,

    /// Stop a run after so many seconds
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = positive, default_value = "20")]
    pub time_limit: f64,

    /// How many threads may work at once on groups of contacts that do not act on each other; the bits do not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub threads: usize,

    /// Change a value of the scene file; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,

    /// Answer with one JSON object
    #[arg(long)]
    pub json: bool,
}
