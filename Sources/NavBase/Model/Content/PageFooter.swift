/// One row below the text of a page, with a left, a middle and a right part.
package struct PageFooter: Hashable, Sendable {
  package var left: String
  package var center: String
  package var right: String
  /// The part that states the page's position; empty for none.
  package var place: String

  /// - Parameters:
  ///   - left: the left part, sanitised like the others.
  ///   - center: the middle part, dropped first if not all parts fit.
  ///   - right: the right part, dropped if it does not fit beside the left one.
  ///   - place: the part that states the page's position; empty for none.
  package init(left: String = "", center: String = "", right: String = "", place: String = "") {
    self.left = left
    self.center = center
    self.right = right
    self.place = place
  }
}
