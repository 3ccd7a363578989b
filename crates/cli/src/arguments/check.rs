use clap::Args;

pub const AFTER_HELP: &str = "\
A scene file is TOML. docs/scenes.md documents every key, and `stiction scenes NAME` prints a
built-in scene to start from. --set changes a value before the file is read; entries of lists go by
their name: --set body.ball.velocity=[1,0,0].

Exit codes:
  0  every scene is valid
  1  a scene is invalid; the messages on stderr name file, line, column and field
  2  bad usage";

#[derive(Args)]
pub struct CheckArguments {
    /// Scene files, or names of built-in scenes
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,

    /// Change a value of the scenes; repeatable
    #[arg(long = "set", value_name = "KEY.PATH=VALUE")]
    pub settings: Vec<String>,
}
