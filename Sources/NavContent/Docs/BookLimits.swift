/// What a book may have at most, whatever its files say.
package struct BookLimits: Hashable, Sendable {
  /// Of the summary, in bytes.
  package var summaryBytes = 4 << 20
  /// Of one chapter, in bytes, what it includes not counted.
  package var chapterBytes = 4 << 20
  /// What one chapter includes: files, bytes of all of them, and files in one another.
  package var includes = 256
  package var includedBytes = 4 << 20
  package var includeDepth = 8
  /// Chapters; of a directory without a summary: files.
  package var chapters = 10_000
  /// Directories that are looked through for Markdown, and how deep they lie in one another.
  package var directories = 1_000
  package var depth = 8
  /// How many of a chapter's links are listed.
  package var links = 1_000

  package init() {}
}
