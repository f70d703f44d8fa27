/// How much of a large text was searched.
package struct SearchProgress: Hashable, Sendable {
  /// From 0 to 100.
  package let percent: Int
  /// The size of the whole text in bytes.
  package let size: Int

  package init(percent: Int, size: Int) {
    self.percent = percent
    self.size = size
  }

  /// - Parameters:
  ///   - searched: the bytes that were searched.
  ///   - size: the bytes of the whole text.
  package init(searched: Int, of size: Int) {
    self.init(percent: size > 0 ? min(100, searched * 100 / size) : 100, size: size)
  }
}

extension SearchProgress: CustomStringConvertible {
  package var description: String { "\(percent) % of \(byteCount(size))" }
}
