//! A detection that is like the one before allocates nothing.
#![allow(clippy::unwrap_used, unsafe_code)]

mod common;

use common::{Numbers, cube_mesh, flat_field};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use stiction_collision::{Collider, Detector, Filter, Shape};
use stiction_linalg::space::{Pose, Vector3};

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// Counts, and leaves the rest to the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn steady_detection_allocates_nothing() {
    let mut shapes: Vec<Shape> = common::convex_shapes().into_iter().map(|(_, shape)| shape).collect();
    shapes.push(cube_mesh(Vector3::new(0.3, 0.3, 0.3)));
    let mut colliders = vec![
        Collider::new("plane", 0, Pose::from_position(Vector3::new(0.0, 0.0, -0.5)), Shape::HalfSpace),
        Collider::new("field", 0, Pose::IDENTITY, flat_field(6, 3.0)),
    ];
    for k in 0..32 {
        colliders.push(Collider::new("body", k + 1, Pose::IDENTITY, shapes[k % shapes.len()].clone()));
    }
    let mut detector = Detector::new(colliders, Filter::default()).unwrap();
    let mut numbers = Numbers(3);
    let states: Vec<Vec<Pose>> = (0..20)
        .map(|_| {
            let mut poses: Vec<Pose> = (0..33).map(|_| numbers.pose(1.0)).collect();
            poses[0] = Pose::IDENTITY;
            poses
        })
        .collect();
    // The first rounds find how much room is needed.
    for poses in &states {
        detector.detect(poses, 0.02);
    }
    let before = COUNT.load(Ordering::Relaxed);
    for poses in &states {
        assert!(!detector.detect(poses, 0.02).is_empty());
    }
    assert_eq!(COUNT.load(Ordering::Relaxed) - before, 0);
}
