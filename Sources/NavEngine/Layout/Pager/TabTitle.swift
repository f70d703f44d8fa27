/// The titles of tabs whose pages have no title (RK-5).
package enum TabTitle {
  private static let numbers = ["first", "second", "third", "fourth"]

  /// - Parameters:
  ///   - title: the page's title; empty for none.
  ///   - index: the page's index, from 0; any number of pages may be without a title.
  /// - Returns: the title, or a default one.
  package static func text(_ title: String, index: Int) -> String {
    guard title.isEmpty else { return title }
    return numbers.indices.contains(index) ? numbers[index] : "etc"
  }
}
