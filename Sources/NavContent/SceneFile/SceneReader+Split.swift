import NavLayout
import Yams

/// Reads splits.
extension SceneReader {
  mutating func split(
    _ value: Node,
    title: String,
    depth: Int
  ) throws(ContentError) -> SceneSplit {
    let fields = try SceneFields(value, of: "a split", keys: SceneKeys.split, in: source)
    let title = try fields.line("title") ?? title
    let values = try fields.sequence("parts") ?? []
    guard SplitState.parts.contains(values.count) else {
      throw fields.fault("there are \(values.count) parts: give 2 or 3", at: "parts")
    }
    var parts: [SceneNode] = []
    for (index, value) in values.enumerated() {
      let part = try tolerating { reader throws(ContentError) in
        try reader.node(value, depth: depth + 1, name: "\(title) \(index + 1)")
      }
      if let part { parts.append(part) }
    }
    return SceneSplit(title: title, parts: parts, shares: try shares(fields, of: values.count))
  }

  /// Reads the weights of the parts; reports others than one number for each, and ignores them.
  private func shares(
    _ fields: SceneFields,
    of count: Int
  ) throws(ContentError) -> [Int]? {
    guard let values = try fields.sequence("shares") else { return nil }
    let weights = values.compactMap { $0.scalar.flatMap { Int($0.string) } }
    let (least, most) = (SplitState.weights.lowerBound, SplitState.weights.upperBound)
    guard values.count == count, weights.count == count,
      weights.allSatisfy(SplitState.weights.contains)
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
