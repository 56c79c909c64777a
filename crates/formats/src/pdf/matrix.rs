//! The transformations of a page: `[a b c d e f]` maps (x, y) to (ax + cy + e, bx + dy + f).

#![expect(clippy::many_single_char_names, reason = "the numbers of a matrix have no other names")]

/// A transformation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Matrix(pub [f64; 6]);

impl Matrix {
    pub(super) const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    pub(super) const fn moved(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// This transformation, and then `outer`.
    pub(super) fn then(self, outer: Self) -> Self {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (self.0, outer.0);
        let row = |x: f64, y: f64| (x.mul_add(p, y * r), x.mul_add(q, y * s));
        let ((a, b), (c, d), (e, f)) = (row(a, b), row(c, d), row(e, f));
        Self([a, b, c, d, e + t, f + u])
    }

    /// Where a point comes to stand.
    pub(super) fn point(self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.0;
        (a.mul_add(x, c * y) + e, b.mul_add(x, d * y) + f)
    }

    /// Where a direction points.
    pub(super) fn direction(self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, ..] = self.0;
        (a.mul_add(x, c * y), b.mul_add(x, d * y))
    }

    /// From six numbers; a matrix that is not finite is none.
    pub(super) fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let numbers: [f64; 6] = numbers.get(..6)?.try_into().ok()?;
        numbers.iter().all(|number| number.is_finite() && number.abs() < 1e9).then_some(Self(numbers))
    }
}
