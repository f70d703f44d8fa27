import NavLayout
import NavModel
import Yams

/// Reads the insets of pages.
extension SceneReader {
  /// Reads the insets of a node: one number for all sides, or a map with some of them.
  ///
  /// - Parameters:
  ///   - fields: the map of the node.
  ///   - kind: the kind of the node.
  /// - Returns: the insets; nil if there are none.
  /// - Throws: a fault for an invalid value, and if the node can't have insets.
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
  /// The kinds of nodes that may have insets: those with rows of their own.
  static let haveInsets: [SceneNodeKind] = [.text, .file, .deck, .list, .board]
}
