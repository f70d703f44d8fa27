/// The limits of a page of a tree.
package struct TreeLimits: Hashable, Sendable {
  /// The maximum number of entries of a directory, at least 1 (proto/README.md: Limits); further ones are left out and
  /// counted.
  package var entries = 100_000
  /// The maximum number of entries that are examined, at least 1; of further ones neither time nor size is known, and
  /// links count as broken.
  package var examinedEntries = 1_000_000
  /// The maximum number of bytes that are read of a file, at least 1.
  package var fileBytes = 1 << 20

  /// The number of bytes of a file that are shown beside its directory.
  package static let previewBytes = 64 << 10

  package init() {}
}
