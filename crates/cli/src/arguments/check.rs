use clap::Args;

pub const AFTER_HELP: &str = "\
A scene file is TOML; docs/scenes.md has every key, and `stiction scenes NAME` prints one to start from. A setting changes
a value before the file is read, entries of lists by name: --set body.ball.velocity=[1,0,0].

Exit codes:
  0  every scene can be run
  1  some cannot; the messages on stderr name the file, line, column and field
  2  bad usage";

#[derive(Args)]
pub struct CheckArguments {
    /// Scene files, or names of built-in scenes
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,

    /// Change a value of the scenes first
    #[arg(long = "set", value_name = "KEY.PATH=VALUE")]
    pub settings: Vec<String>,
}
