import NavBase
package import NavScene

extension Trajectory {
  /// The scene of a frame by the definition of a trajectory: the reference implementation for
  /// timelines.
  package func scene(atFrame frame: Int) -> Scene {
    precondition((0...length).contains(frame), "cannot show frame \(frame) of \(length)")
    if frame == length { return end }
    var scene = start
    for track in tracks where frame > 0 && !track.values.isEmpty {
      let value = track.values[min(frame, track.values.count) - 1]
      _ = scene[track.container]?.set(track.field, to: value)
    }
    return scene
  }
}

extension Scene {
  /// A readable summary of the scene, one line per container and row.
  package var outline: String {
    var lines = [
      "scene \(viewport), focus \(focus?.rawValue ?? 0) \(focusKind), \(viewers) viewers"
    ]
    for container in containers {
      let frame = container.frame
      lines.append(
        "  \(container.kind) \(container.id.rawValue) in \(container.parent?.rawValue ?? 0)"
          + " at \(frame.x),\(frame.y) \(frame.width)x\(frame.height)"
          + " scroll \(container.scroll.x),\(container.scroll.y)"
          + (container.isHidden ? " hidden" : "")
          + (container.overlay > 0 ? " overlay \(container.overlay)" : "")
          + (container.selection.map { " selected \($0) of \(container.pageCount)" } ?? "")
      )
      switch container.kind {
      case .pager, .stack, .tabs, .spine, .split, .splitBorder: break
      case .pointer, .mark: lines.append("    '\(container.title)'")
      case .optionBar:
        lines.append(
          "    \(container.barStyle) \(container.currentPage) of \(container.pageCount)"
            + " content \(container.content.width)x\(container.content.height)"
        )
      case .optionCell:
        lines.append(
          "    '\(container.title)' column \(container.selection ?? -1)"
            + (container.isSelected ? " selected" : "")
        )
      case .indicator:
        lines.append("    mark \(container.markStart) + \(container.markLength)")
      case .tabBar:
        lines.append("    \(container.hiddenAbove) above, \(container.hiddenBelow) below")
      case .pageControl:
        lines.append("    \(container.currentPage) of \(container.pageCount)")
      case .page, .tabItem:
        if container.kind == .tabItem {
          lines.append(
            "    \(container.isSelected ? "selected" : "not selected")"
              + (container.badge.isEmpty ? "" : " \(container.badgeRole) '\(container.badge)'")
          )
        }
        if container.isMirrored { lines.append("    mirrored") }
        if let pinned = container.pinnedRow { lines.append("    row \(pinned) pinned") }
        let content = container.content
        lines.append(
          "    '\(container.title)' content at \(content.x),\(content.y)"
            + " \(content.width)x\(content.height)"
        )
        for segment in container.rows.segments {
          for (offset, row) in segment.rows.enumerated() {
            lines.append(
              "    \(segment.first + offset)|" + String(repeating: " ", count: row.indent)
                + row.text
            )
          }
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Scene {
  /// Takes the fields of another scene that count in no hash: those that are newer than the first minor version.
  package mutating func takeUnhashedFields(of other: Scene) {
    for field in FieldTable.root.fields where field.hashedSince == nil {
      let number = UInt8(field.number)
      if let field = RootField(rawValue: number) { self[field] = other[field] }
      if let text = RootText(rawValue: number) { self[text] = other[text] }
    }
    for field in FieldTable.container.fields where field.hashedSince == nil {
      let number = UInt8(field.number)
      for container in containers {
        guard let others = other[container.id] else { continue }
        if let field = ContainerField(rawValue: number) {
          self[container.id]?[field] = others[field]
        }
        if let text = ContainerText(rawValue: number) { self[container.id]?[text] = others[text] }
      }
    }
  }
}
