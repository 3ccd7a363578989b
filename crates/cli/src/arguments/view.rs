use clap::Args;

pub const AFTER_HELP: &str = "\
Several recordings of one scene are laid over each other, and how far apart their bodies are is plotted. A scene is run while
you watch. Without any, the lab opens, where scenes, methods and settings are chosen in the browser; it is there beside
recordings, too. The server listens on loopback only and answers no other site's pages; Ctrl-C ends it.

Examples:
  stiction view twelve-link-pendulum
  stiction view stack.stiction
  stiction view by-auto.stiction by-pyramid.stiction
  stiction view

Exit codes:
  0  ended by Ctrl-C
  2  bad input or usage, or a port that is taken";

#[derive(Args)]
pub struct ViewArguments {
    /// Recordings, or one scene: a file (TOML), a built-in name, or a robot file
    #[arg(value_name = "FILE|SCENE")]
    pub what: Vec<String>,

    /// Change a value of the scene file, such as material.default.friction=0.3; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,

    /// The port [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,

    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
}
