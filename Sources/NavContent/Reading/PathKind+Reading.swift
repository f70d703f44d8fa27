import Glibc
import NavSystem

/// The kind of content that a path is opened as if none was named.
package enum ContentGuess: Hashable, Sendable {
  /// A Markdown file.
  case deck(path: String)
  /// A scene file.
  case scene(path: String)
  /// A directory.
  case tree(path: String)
  /// A JSON document.
  case document(path: String)
  /// Any other file.
  case file(path: String)

  /// Decides by the type of the file, then by its name; opens nothing.
  package init(_ path: String) {
    if isDirectory(path) {
      self = .tree(path: path)
    } else if ContentSource.isDeck(name: path) {
      self = .deck(path: path)
    } else if ContentSource.isScene(name: path) {
      self = .scene(path: path)
    } else if ContentSource.isDocument(name: path) {
      self = .document(path: path)
    } else {
      self = .file(path: path)
    }
  }
}

/// Whether a path leads to a directory, following symbolic links.
private func isDirectory(_ path: String) -> Bool {
  guard !path.utf8.contains(0), ReadingRoot.admits(path.utf8) else { return false }
  guard let status = try? status(of: path.utf8.terminated) else { return false }
  return FileType(mode: status.st_mode) == .directory
}
