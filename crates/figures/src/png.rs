use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// DejaVu Sans, as far as figures need it: pictures must not depend on the fonts of a system.
const FONT: &[u8] = include_bytes!("../font/DejaVuSans-subset.ttf");

/// Why a drawing did not become pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the drawing cannot be rasterised: {}", self.0)
    }
}

impl std::error::Error for PngError {}

fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut database = Database::new();
        database.load_font_data(FONT.to_vec());
        database.set_sans_serif_family("DejaVu Sans");
        Arc::new(database)
    };
    Arc::clone(FONTS.get_or_init(load))
}

/// An SVG drawing as PNG, with so many pixels for one.
pub fn rasterize(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let options = Options { fontdb: fonts(), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| PngError(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| PngError("it has no size".to_owned()))?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| PngError("it is too large".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError(error.to_string()))
}
