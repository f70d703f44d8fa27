package import NavBase
package import NavEngine

/// A job for a worker: to write what a session shows as a file.
package struct ContentExporting: Hashable, Sendable {
  package let key: UInt64
  package let session: UInt64
  /// The session's name, for content without a title.
  package let name: String
  package let content: ContentSpec
  package let format: ExportFormat
  /// The open pages that had to be read for it.
  package let pages: [PageRequest]
}
