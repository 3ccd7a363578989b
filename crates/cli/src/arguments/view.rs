use clap::Args;

pub const AFTER_HELP: &str = "\
Several recordings of one scene are overlaid, with a plot of the distances between their bodies. A
scene is simulated while the page shows it. Without arguments the lab opens: choose scenes, methods
and settings in the browser. The server listens on loopback only and refuses requests from other
sites; Ctrl-C stops it.

Examples:
  stiction view twelve-link-pendulum
  stiction view stack.stiction
  stiction view by-auto.stiction by-pyramid.stiction
  stiction view

Exit codes:
  0  stopped by Ctrl-C
  2  bad input or usage, or a port in use";

#[derive(Args)]
pub struct ViewArguments {
    /// Recordings, or one scene: a scene file (TOML), the name of a built-in scene, or a robot file
    #[arg(value_name = "FILE|SCENE")]
    pub what: Vec<String>,

    /// Change a value of the scene file, such as material.default.friction=0.3; repeatable
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,

    /// Port [default: any free port]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,

    /// Do not open a browser
    #[arg(long)]
    pub no_open: bool,
}
