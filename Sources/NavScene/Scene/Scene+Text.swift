import NavBase

extension Scene {
  /// Whether a text occurs in a visible row or in a visible title.
  package func isShowing(_ text: String) -> Bool {
    containers.contains { container in
      guard !container.isHidden else { return false }
      if container.headerHeight > 0, container.title.contains(text) { return true }
      let first = container.scroll.y
      let end = first + max(0, container.frame.height - container.content.y)
      return (first..<max(first, end)).contains {
        container.rows[$0]?.text.contains(text) ?? false
      }
    }
  }
}
