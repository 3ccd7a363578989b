/// The most memory that this process ever held, MB.
pub fn peak() -> Result<f64, String> {
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()).and_then(|word| word.parse::<f64>().ok());
    Ok(kilobytes.ok_or("expected VmHWM in /proc/self/status")? / 1024.0)
}
