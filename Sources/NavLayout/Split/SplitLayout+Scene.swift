import NavGeometry
package import NavScene

extension SplitLayout {
  /// The number of ids that a split uses besides those of its pages: its own, and one for each border (SPL-13).
  package static let idCount = SplitState.parts.upperBound

  /// Returns the id of a border.
  package static func borderID(_ border: Int, of split: ContainerID) -> ContainerID {
    precondition((0..<idCount - 1).contains(border), "cannot show border \(border)")
    return ContainerID(rawValue: split.rawValue + 1 + UInt32(border))
  }

  /// Returns the border that a container id stands for; nil if it is none of a split's borders.
  package static func border(_ container: ContainerID, of split: ContainerID) -> Int? {
    guard container > split, container.rawValue - split.rawValue < UInt32(idCount) else {
      return nil
    }
    return Int(container.rawValue - split.rawValue) - 1
  }

  /// Adds the split, its borders and the pages of its parts.
  ///
  /// - Parameters:
  ///   - pages: the shown parts.
  ///   - split: the container's id, parent and origin; the layout sets the frame's size.
  ///   - hasFocus: whether this is the innermost split around the focus.
  ///   - builder: receives the containers; its motion is at least as long as that of the pages' rows.
  package func add(
    _ pages: [NumberedPage],
    as split: Container,
    hasFocus: Bool,
    to builder: inout SceneBuilder
  ) {
    var whole = split
    whole.kind = .split
    whole.frame = CellRect(room).offset(x: split.frame.x, y: split.frame.y)
    builder.add(whole)
    for (index, frame) in borders.enumerated() {
      var border = Container(
        id: Self.borderID(index, of: split.id),
        kind: .splitBorder,
        parent: split.id,
        frame: frame
      )
      border.selection = hasFocus ? focusedSide(ofBorder: index) : nil
      builder.add(border)
    }
    for page in pages {
      guard let frame = part(page.index) else { continue }
      var part = Container(id: page.id, kind: .page, parent: split.id, frame: frame)
      part.title = page.shown.title
      let rows = page.shown.rows
      builder.add(
        from: rows.map { $0.start(part) } ?? part,
        ways: rows?.ways(of: page.id) ?? [],
        to: rows.map { $0.rest(part) } ?? part
      )
    }
  }
}
