import NavBase

/// Reads the insets of pages.
extension SceneReader {
  /// Reads the insets of a node: one number for all sides, or a map with some of them.
  ///
  /// - Returns: the insets; nil if there are none.
  /// - Throws: a fault for an invalid value, and if the node can't have insets.
  func insets(of node: SceneNode) throws(ContentError) -> ContentInsets? {
    let fields = node.fields
    guard let value = fields["insets"] else { return nil }
    guard node.kind.hasInsets else {
      let names = SceneNodeKind.withInsets.map(\.name).joined(separator: ", ")
      let fault = fields.fault(
        "only a node of rows has 'insets' (\(names)): give them to the pages in this one",
        at: "insets"
      )
      try source.report(fault)
      return nil
    }
    let range = 0...ContentInsets.limit
    guard value.entries != nil else {
      return try fields.number("insets", in: range).map { ContentInsets(all: $0) }
    }
    let sides = try SceneFields(value, .insets, in: source)
    return ContentInsets(
      top: try sides.number("top", in: range) ?? 0,
      left: try sides.number("left", in: range) ?? 0,
      bottom: try sides.number("bottom", in: range) ?? 0,
      right: try sides.number("right", in: range) ?? 0
    )
  }
}
