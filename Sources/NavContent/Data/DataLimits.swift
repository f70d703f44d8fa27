/// The limits of an outline.
package struct DataLimits: Hashable, Sendable {
  /// The maximum number of entries of one list; a longer one is split into a list of ranges of this
  /// size.
  package var entries = 100_000
  /// The maximum size of the text of a value, in bytes of the document.
  package var textBytes = 1 << 20
  /// The maximum nesting depth of arrays and objects in JSON.
  package var depth = 1 << 20
  package var yaml = YAML()
  /// The maximum number of arrays and objects whose ends are stored, so that they can be skipped.
  package var landmarks = 100_000
  /// The minimum size of such an array or object, in bytes.
  package var landmarkBytes = 64 << 10
  /// The maximum number of list entries that are cached.
  package var keptEntries = 250_000

  /// The maximum number of previews in one list, and the same while the document is still being
  /// read.
  package var previews = 20_000
  package var earlyPreviews = 1_000

  /// The limits of a YAML document.
  package struct YAML: Hashable, Sendable {
    /// The maximum nesting depth.
    package var depth = 10_000
    /// The maximum size, in bytes; JSON has no such limit.
    package var bytes = 64 << 20
    /// The maximum number of values, keys and collections.
    package var nodes = 12_000_000
  }

  package init() {}
}
