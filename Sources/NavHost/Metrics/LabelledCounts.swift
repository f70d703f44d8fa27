/// Counts by the cases of an enumeration.
///
/// Adding allocates nothing.
package struct LabelledCounts<Label: CaseIterable & RawRepresentable<Int> & Sendable>: Sendable {
  /// The counts by raw value.
  private var counts: [UInt64]

  package init() {
    counts = Array(repeating: 0, count: (Label.allCases.map(\.rawValue).max() ?? -1) + 1)
  }

  package subscript(label: Label) -> UInt64 { counts[label.rawValue] }

  /// Counts one more.
  mutating func add(_ label: Label) {
    counts[label.rawValue] += 1
  }
}
