import NavLayout
import Yams

/// What pages keep free around their content.
extension SceneReader {
  /// The insets of a node: one number for all sides, or a map with some of them.
  ///
  /// - Parameters:
  ///   - fields: the node's.
  ///   - kind: what it shows.
  /// - Returns: nil where it says nothing.
  /// - Throws: for anything else, and where the node shows no rows of its own.
  func insets(
    of fields: SceneFields,
    _ kind: SceneNodeKind
  ) throws(ContentError) -> ContentInsets? {
    guard let value = fields["insets"] else { return nil }
    guard SceneNodeKind.haveInsets.contains(kind) else {
      let names = SceneNodeKind.haveInsets.map(\.rawValue).joined(separator: ", ")
      let fault = fields.fault(
        "only a node of rows has 'insets' (\(names)): give them to the pages in this one",
        at: "insets"
      )
      try source.report(fault)
      return nil
    }
    let range = 0...ContentInsets.limit
    guard case .mapping = value else {
      return try fields.number("insets", in: range).map { ContentInsets(all: $0) }
    }
    let sides = try SceneFields(value, of: "insets", keys: SceneKeys.insets, in: source)
    return ContentInsets(
      top: try sides.number("top", in: range) ?? 0,
      left: try sides.number("left", in: range) ?? 0,
      bottom: try sides.number("bottom", in: range) ?? 0,
      right: try sides.number("right", in: range) ?? 0
    )
  }
}

extension SceneNodeKind {
  /// Those whose pages hold rows that the scene itself says.
  static let haveInsets: [SceneNodeKind] = [.text, .file, .deck, .list, .board]
}
