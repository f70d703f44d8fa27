/// Blank rows and columns around a page's content, scrolled with it (SV-2).
///
/// A page is first shown with its top inset visible; the top inset scrolls away like any other rows, and the bottom
/// inset follows the last row. The columns at the sides are never used: text is wrapped between them.
package struct ContentInsets: Hashable, Sendable {
  package var top = 0
  package var left = 0
  package var bottom = 0
  package var right = 0

  /// The largest number of rows or columns on one side.
  package static let limit = 100

  package init() {}

  /// Creates equal insets on all sides.
  package init(all: Int) {
    self.init(top: all, left: all, bottom: all, right: all)
  }

  /// - Parameters:
  ///   - top: rows, from 0.
  ///   - left: columns, from 0.
  ///   - bottom: rows, from 0.
  ///   - right: columns, from 0.
  package init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    precondition(min(top, left, bottom, right) >= 0, "cannot inset a page by less than nothing")
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}
