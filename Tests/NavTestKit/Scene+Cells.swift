package import NavScene

extension Scene {
  /// The scene with the cells of every option bar numbered from left to right.
  ///
  /// The cell that shows a column depends on what was shown before (ZX-5); the visible result does
  /// not.
  package var withOrderedCells: Scene {
    var scene = self
    for bar in containers where bar.kind == .optionBar {
      let cells = containers.filter { $0.kind == .optionCell && $0.parent == bar.id }
      for cell in cells { scene[cell.id] = nil }
      let ordered = cells.sorted { ($0.selection ?? -1) < ($1.selection ?? -1) }
      // IDs above all other containers of a pager.
      for (serial, cell) in ordered.enumerated() {
        scene.insert(cell.renamed(ContainerID(rawValue: bar.id.rawValue + 100 + UInt32(serial))))
      }
    }
    return scene
  }
}

extension Container {
  /// Returns the container with another ID, whose number is above the parent's.
  fileprivate func renamed(_ id: ContainerID) -> Container {
    var other = Container(id: id, kind: kind, parent: parent, frame: frame)
    for field in ContainerField.allCases {
      precondition(other.set(field, to: self[field]), "cannot rename container \(self.id)")
    }
    for text in ContainerText.allCases { other[text] = self[text] }
    other.rows = rows
    return other
  }
}
