package import NavBase

/// Identifies a tab, or an additional item, within one bar.
package struct TabItemID: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static func < (a: TabItemID, b: TabItemID) -> Bool { a.rawValue < b.rawValue }
}

/// An item of a tab bar, and its appearance in the bar.
///
/// It is a tab, which selects a container, or an additional item at the bottom, which selects none (ST-7).
package struct TabItem: Hashable, Sendable {
  package let id: TabItemID
  /// The item's face; nil for a container without a tab: it counts among the items, but the bar does not show it
  /// (STQ-3).
  package var face: TabFace?

  package init(id: TabItemID, face: TabFace?) {
    self.id = id
    self.face = face
  }
}
