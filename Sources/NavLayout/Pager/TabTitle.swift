/// What tabs are called whose pages have no title of their own (RK-5).
package enum TabTitle {
  private static let numbers = ["first", "second", "third", "fourth"]

  /// - Parameters:
  ///   - title: the page's; empty for none.
  ///   - index: the page's, from 0; any number of pages may be without a title.
  /// - Returns: the title, or what stands for one.
  package static func text(_ title: String, index: Int) -> String {
    guard title.isEmpty else { return title }
    return numbers.indices.contains(index) ? numbers[index] : "etc"
  }
}
