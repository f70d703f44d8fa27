package import NavBase

extension Container {
  /// Page: the pictures that may be shown over its rows, at most `Limits.pictures` (scene.proto: Container.pictures).
  ///
  /// Lines that are none are left out.
  package var pictures: [PlacedPicture] {
    get {
      let lines = self[.pictures].split(separator: "\n").lazy
      return Array(lines.compactMap { PlacedPicture(line: $0) }.prefix(Limits.pictures))
    }
    set { self[.pictures] = newValue.prefix(Limits.pictures).map(\.line).joined(separator: "\n") }
  }
}

extension PlacedPicture {
  /// The most bytes of a description.
  private static let textLimit = 1_000

  fileprivate var line: String {
    let numbers = [row, column, columns, rows, naturalWidth, naturalHeight]
    let shown = text.utf8.count > Self.textLimit ? String(text.prefix(Self.textLimit / 8)) : text
    return "\(id) " + numbers.map { "\($0) " }.joined() + shown
  }

  fileprivate init?(line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 7, omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().prefix(6).compactMap { Int($0) }
    guard parts.count == 8, let id = PictureID(parts[0]), parts[0].utf8.count == 32,
      numbers.count == 6, numbers.allSatisfy({ (0...Limits.coordinate).contains($0) }),
      (1...Limits.viewport.columns).contains(numbers[2]),
      (1...Limits.viewport.rows).contains(numbers[3]), numbers[4] > 0, numbers[5] > 0
    else { return nil }
    self.init(
      id,
      row: numbers[0],
      column: numbers[1],
      size: (numbers[2], numbers[3]),
      natural: (numbers[4], numbers[5]),
      text: sanitized(String(parts[7]))
    )
  }
}
