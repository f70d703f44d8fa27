import NavBase

extension SceneNodeKind {
  static let split = SceneNodeKind("split", maps: [.split]) { reader, node throws(ContentError) in
    .split(try reader.split(node))
  }
}

extension SceneMap {
  static let split = SceneMap("split", "a split", ["title", "parts", "shares"])
}

/// Reads splits.
extension SceneReader {
  fileprivate mutating func split(_ node: SceneNode) throws(ContentError) -> SplitContent {
    let fields = try SceneFields(node.value, .split, in: source)
    let title = try fields.line("title") ?? node.title ?? node.name
    let values = try fields.sequence("parts") ?? []
    guard NavigationState.Split.partCounts.contains(values.count) else {
      throw fields.fault("there are \(values.count) parts: give 2 or 3", at: "parts")
    }
    let parts = try contents(of: values, in: node, title: title)
    return SplitContent(title: title, parts: parts, weights: try shares(fields, of: values.count))
  }

  /// Reads the weights of the parts; reports others than one number for each, and ignores them.
  private func shares(
    _ fields: SceneFields,
    of count: Int
  ) throws(ContentError) -> [Int]? {
    guard let values = try fields.sequence("shares") else { return nil }
    let weights = values.compactMap { $0.text.flatMap { Int($0) } }
    let (least, most) = (
      NavigationState.Split.weights.lowerBound, NavigationState.Split.weights.upperBound
    )
    guard values.count == count, weights.count == count,
      weights.allSatisfy(NavigationState.Split.weights.contains)
    else {
      try source.report(
        fields.fault(
          "'shares' has a number for each part: give \(count), each from \(least) to \(most)",
          at: "shares"
        )
      )
      return nil
    }
    return weights
  }
}

extension SplitContent: ContentKind {}
