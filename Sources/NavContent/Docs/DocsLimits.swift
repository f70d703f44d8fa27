/// The limits of a book's size.
package struct DocsLimits: Hashable, Sendable {
  /// The maximum size of the summary, in bytes.
  package var summaryBytes = 4 << 20
  /// The maximum size of a chapter without its includes, in bytes.
  package var chapterBytes = 4 << 20
  /// The includes of one chapter: the number of files, their total bytes, and the nesting depth.
  package var includes = 256
  package var includedBytes = 4 << 20
  package var includeDepth = 8
  /// The maximum number of chapters; for a directory without a summary, of files.
  package var chapters = 10_000
  /// The number of directories that are scanned for Markdown files, and their nesting depth.
  package var directories = 1_000
  package var depth = 8
  /// The maximum number of a chapter's links that are listed.
  package var links = 1_000

  package init() {}
}
