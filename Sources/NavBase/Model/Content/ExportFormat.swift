/// The format of an exported file.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// Rows of text without styles.
  case text
  /// One self-contained HTML file; its only script, for slides, is embedded.
  case html
  /// One JSON object on one line.
  case json
}
