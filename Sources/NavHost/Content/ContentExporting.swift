package import NavSession
package import NavWire

/// What a worker has to write as a file of what a session shows.
package struct ContentExporting: Hashable, Sendable {
  package let key: UInt64
  package let session: UInt64
  /// The session's name, for content without a title.
  package let name: String
  package let content: ContentDescription
  package let format: Request.Export.Format
  /// The pages that lie open and were read for it.
  package let pages: [PageRequest]

  package init(
    key: UInt64,
    session: UInt64,
    name: String,
    content: ContentDescription,
    format: Request.Export.Format,
    pages: [PageRequest] = []
  ) {
    self.key = key
    self.session = session
    self.name = name
    self.content = content
    self.format = format
    self.pages = pages
  }
}
