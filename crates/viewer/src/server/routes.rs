//! Paths → answers.

use super::Content;
use super::reply::Reply;
use crate::lab::{self, Lab, RunForm, SceneDefaults};
use crate::page;
use serde_json::json;
use stiction_contact::Method as ContactMethod;
use stiction_formats::{BUILT_IN_SCENES, RecordingFile};
use stiction_simulation::Scheme;

/// The most bytes of frames that go out at once: of an overview, of a detail, of a run's growth.
const OVERVIEW: usize = 24 << 20;
const MOST_FRAMES: usize = 4000;
const GROWTH: usize = 8 << 20;

/// The answer to a request that may be asked.
pub fn route(method: &str, url: &str, body: &[u8], content: &Content, lab: &Lab) -> Reply {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match (method, &parts[..]) {
        ("GET", []) => Reply::html(page::served()),
        ("GET", ["api", "state"]) => state(content, lab),
        ("GET", ["api", "scenes", name]) => defaults(lab::defaults(name), name),
        ("GET", ["api", "recordings", id]) => with(content, id, overview),
        ("GET", ["api", "recordings", id, "frames"]) => with(content, id, |file| frames(file, query)),
        ("GET", ["api", "runs"]) => Reply::json(&lab.statuses()),
        ("POST", ["api", "runs"]) => start(body, lab),
        ("POST", ["api", "runs", id, "stop"]) => match find(lab, id) {
            Some(run) => {
                run.stop();
                Reply::json(&run.status())
            }
            None => nowhere(),
        },
        ("GET", ["api", "runs", id, "bytes"]) => match (find(lab, id), number(query, "from")) {
            (Some(run), Some(from)) => Reply::bytes(run.bytes(from, GROWTH)),
            (Some(_), None) => Reply::error(400, "from: expected an offset in bytes"),
            (None, _) => nowhere(),
        },
        _ => nowhere(),
    }
}

fn nowhere() -> Reply {
    Reply::error(404, "there is no such path")
}

/// A number of a query.
fn number(query: &str, name: &str) -> Option<usize> {
    let value = query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='))?;
    value.parse().ok()
}

fn find(lab: &Lab, id: &str) -> Option<std::sync::Arc<lab::Run>> {
    lab.find(id.parse().ok()?)
}

fn with(content: &Content, id: &str, answer: impl FnOnce(&RecordingFile) -> Reply) -> Reply {
    let file = id.parse::<usize>().ok().and_then(|id| content.recordings.get(id));
    file.map_or_else(nowhere, |(_, file)| answer(file))
}

fn state(content: &Content, lab: &Lab) -> Reply {
    let recordings = content.recordings.iter().enumerate();
    let recordings: Vec<_> = recordings.map(|(id, (name, _))| json!({ "id": id, "name": name })).collect();
    Reply::json(&json!({
        "recordings": recordings,
        "scenes": BUILT_IN_SCENES.iter().map(|scene| scene.name).collect::<Vec<_>>(),
        "methods": ContactMethod::ALL.iter().map(|method| method.name()).collect::<Vec<_>>(),
        "steppers": Scheme::ALL.iter().map(|scheme| scheme.name()).collect::<Vec<_>>(),
        "runs": lab.statuses(),
        "limits": { "seconds": lab.limits.seconds, "steps": lab.limits.steps, "running": lab.limits.running },
    }))
}

fn defaults(found: Option<Result<SceneDefaults, String>>, name: &str) -> Reply {
    match found {
        Some(Ok(defaults)) => Reply::json(&defaults),
        Some(Err(message)) => Reply::error(500, &message),
        None => Reply::error(404, &format!("there is no built-in scene '{name}'")),
    }
}

/// All of a short recording, some frames of a long one.
fn overview(file: &RecordingFile) -> Reply {
    match file.thinned(file.thinning(OVERVIEW)) {
        Ok(bytes) => Reply::bytes(bytes),
        Err(error) => Reply::error(500, &error.to_string()),
    }
}

/// All frames of a stretch.
fn frames(file: &RecordingFile, query: &str) -> Reply {
    let (Some(from), Some(to)) = (number(query, "from"), number(query, "to")) else {
        return Reply::error(400, "expected from=N&to=M, numbers of frames counted from 0");
    };
    let to = to.min(file.count());
    if from >= to || to - from > MOST_FRAMES {
        return Reply::error(
            400,
            &format!("expected from < to and at most {MOST_FRAMES} frames, found from={from} to={to}"),
        );
    }
    match file.records(from..to, 1) {
        Ok(bytes) => Reply::bytes(bytes),
        Err(error) => Reply::error(500, &error.to_string()),
    }
}

/// A run as a form describes it.
fn start(body: &[u8], lab: &Lab) -> Reply {
    let form: RunForm = match serde_json::from_slice(body) {
        Ok(form) => form,
        Err(error) => return Reply::error(400, &format!("expected a JSON object that describes a run: {error}")),
    };
    match form.resolve(&lab.limits).and_then(|job| lab.start(job)) {
        Ok(status) => Reply::json(&status),
        Err(message) => Reply::error(400, &message),
    }
}
