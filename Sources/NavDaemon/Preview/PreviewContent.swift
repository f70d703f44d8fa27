package import NavBase
package import NavContent
import NavSystem

extension Preview {
  /// Reads the content at a path, as `--open` does: a book, another directory, a deck, a scene, a document or any other
  /// file.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - isText: whether it is a file that is shown as its text, whatever its name.
  ///   - reader: the reader, which can read further pages of the content afterwards.
  /// - Returns: the initial content of a session.
  /// - Throws: `noInput` if it does not exist or can't be shown; `notPermitted`.
  package static func content(
    at path: String,
    asText isText: Bool = false,
    by reader: ContentReader = ContentReader()
  ) throws(PreviewError) -> SessionContent {
    let found = try? FoundPath(path)
    let kind = isText ? .text : found?.kind ?? PathKind(ofFileNamed: path) ?? .file
    do {
      return try reader.read(.path(PathContent(kind, found?.path ?? path)), for: 0)
    } catch {
      throw PreviewError(error.isForbidden ? .notPermitted : .noInput, "\(error)")
    }
  }
}
