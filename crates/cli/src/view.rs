//! `stiction view`.

use crate::arguments::ViewArguments;
use crate::failure::Failure;
use crate::interrupt::{self, Listening};
use crate::output;
use crate::simulate::find_scene;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use stiction_formats::{LoadedScene, RecordingFile, is_recording};
use stiction_viewer::{Content, Lab, Limits, Server};

/// How often Ctrl-C is looked for.
const PAUSE: Duration = Duration::from_millis(50);
/// What a scene that is named on the command line may take: s of the clock, and bytes of its recording.
const LONGEST_RUN: f64 = 3600.0;
const LARGEST_RUN: usize = 256 << 20;
/// How long the desktop may take to say that it cannot show an address.
const REFUSAL: Duration = Duration::from_secs(2);

pub fn view(arguments: &ViewArguments) -> Result<ExitCode, Failure> {
    interrupt::install();
    let (content, scene) = resolve(arguments)?;
    let server =
        Server::start(arguments.port, content, Lab::new(Limits::default(), clock)).map_err(Failure::Request)?;
    if let Some(scene) = scene {
        let limits = Limits { seconds: LONGEST_RUN, steps: usize::MAX, bytes: LARGEST_RUN, ..Limits::default() };
        server.run(scene, arguments.changes.clone(), &limits).map_err(Failure::Request)?;
    }
    let listening = Listening::start();
    let address = format!("http://{}/", server.address());
    output::answer(&format!("{address}\n"))?;
    if !arguments.no_open && !open(&address) {
        output::error("warning: no browser could be opened; open the address above yourself\n");
    }
    while !interrupt::requested() {
        std::thread::sleep(PAUSE);
    }
    drop(listening);
    server.stop();
    Ok(ExitCode::SUCCESS)
}

/// Recordings, or a scene.
fn resolve(arguments: &ViewArguments) -> Result<(Content, Option<LoadedScene>), Failure> {
    let mut content = Content::default();
    if let [name] = &arguments.what[..]
        && !is_recording(Path::new(name))
    {
        let loaded = find_scene(name, &arguments.changes)?;
        loaded.notices.iter().for_each(|notice| output::error(&format!("warning: {notice}\n")));
        return Ok((content, Some(loaded)));
    }
    if !arguments.changes.is_empty() {
        return Err(Failure::Request("--set: expected a scene to change, found recordings or none".to_owned()));
    }
    for name in &arguments.what {
        let path = Path::new(name);
        let file = RecordingFile::open(path)?;
        if file.count() == 0 {
            return Err(Failure::Request(format!("{name}: expected a frame, found none")));
        }
        if file.torn > 0 {
            output::error(&format!(
                "warning: {name}: truncated; the last {} bytes are not a complete record and are ignored\n",
                file.torn
            ));
        }
        let stem = path.file_stem().map_or(name.clone(), |stem| stem.to_string_lossy().into_owned());
        content.recordings.push((stem, file));
    }
    Ok((content, None))
}

/// Seconds since it was asked first.
fn clock() -> f64 {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Asks the desktop to show an address; whether it did not refuse.
fn open(address: &str) -> bool {
    let programs: &[&str] = if cfg!(target_os = "macos") { &["open"] } else { &["xdg-open", "wslview"] };
    programs.iter().any(|program| {
        let mut command = Command::new(program);
        command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = command.spawn() else { return false };
        let began = Instant::now();
        while began.elapsed() < REFUSAL {
            match child.try_wait() {
                Ok(None) => std::thread::sleep(PAUSE),
                ended => return ended.is_ok_and(|status| status.is_some_and(|status| status.success())),
            }
        }
        // Some stay as long as the browser does.
        true
    })
}
